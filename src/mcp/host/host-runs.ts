/**
 * Starts and finds the runs of this server whose agents are the host's, by run id or ticket; one that another server has left is taken
 * over when it is asked for (HOST-22). A server lives long, so at most 16 are held: the others are read from the stored runs again.
 * Created by cli/commands/mcp-command.ts.
 */
import { ReviewError } from '../../errors.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { isHostModel } from '../../protocol/reviewers/reviewer-models.ts';
import { type ClaimedRun, releaseRun, takeRun } from '../../wiring/stored-runs.ts';
import { type ProjectAccess, resolveFolder } from '../open-project.ts';
import { type AskedRun, placeRun, selectScope } from '../run-arguments.ts';
import { type HostRun, type HostRunTerms, startHostRun, suffixOf } from './host-run.ts';
import type { Ticket } from './ticket.ts';

/** A run that goes on, or the report of one that is over. */
export type FoundRun =
  | { readonly kind: 'open'; readonly run: HostRun }
  | { readonly kind: 'stored'; readonly id: string; readonly report: ReportDocument };

export interface HostRuns {
  start(call: AskedRun, watch?: HostRunTerms['watch']): Promise<HostRun>;
  /** By id; rejects with ReviewError where there is none. */
  find(id: string): Promise<FoundRun>;
  /** The run of a ticket with the ticket, if it is open; the run alone where it is not. */
  findTicket(ticket: string): Promise<{ readonly run: HostRun; readonly ticket: Ticket | null }>;
  /** Leaves all of them as they are: they can go on in another server. */
  close(): Promise<void>;
}

/** Runs that are held at the same time, open or over. */
const MAX_HELD = 16;

export function createHostRuns(access: ProjectAccess, maxHeld = MAX_HELD): HostRuns {
  /** In the order in which they were last asked for. */
  const runs = new Map<string, HostRun>();
  const resuming = new Map<string, Promise<FoundRun>>();
  const touch = (run: HostRun): HostRun => {
    runs.delete(run.id);
    runs.set(run.id, run);
    return run;
  };

  /** Those that are over go first. An open one is left as it is and can be taken over, unless nothing is stored. */
  const makeRoom = async (): Promise<void> => {
    while (runs.size >= maxHeld) {
      const held = [...runs.values()];
      const least = held.find(isOver) ?? (access.stateDir === null ? null : held[0]);
      if (least == null)
        throw new ReviewError(
          'bad-value',
          `${maxHeld} reviews are open, and no more can be held without a state folder.`,
          {
            advice: 'End one first: review_report with end: true.',
          },
        );
      runs.delete(least.id);
      await least.stop();
    }
  };

  const resume = async (name: string): Promise<FoundRun> => {
    if (access.stateDir === null) throw unknownRun(name);
    const taken = await takeRun({ stateDir: access.stateDir }, name, access.workingDirectory);
    taken.warnings.forEach(access.warn);
    if (taken.kind === 'finished') {
      await resolveFolder(access, taken.run.root);
      return { kind: 'stored', id: taken.run.id, report: taken.report };
    }
    const { claimed } = taken;
    try {
      await makeRoom();
      const call = await callOf(access, claimed);
      return { kind: 'open', run: touch(await startHostRun({ call, claimed, warn: access.warn })) };
    } catch (error) {
      releaseRun(claimed);
      throw error;
    }
  };

  const find = (name: string): Promise<FoundRun> => {
    const known = [...runs.values()].find(({ id }) => id === name || suffixOf(id) === name);
    if (known !== undefined) return Promise.resolve({ kind: 'open', run: touch(known) });
    const begun = resuming.get(name) ?? resume(name).finally(() => resuming.delete(name));
    resuming.set(name, begun);
    return begun;
  };

  return {
    async start(call, watch) {
      await makeRoom();
      return touch(await startHostRun({ call, claimed: null, warn: access.warn, ...(watch && { watch }) }));
    },
    find,
    async findTicket(id) {
      const name = id.slice(0, id.lastIndexOf('-'));
      if (!/^[0-9a-z]{3,}$/u.test(name)) throw unknownTicket(id);
      const found = await find(name).catch(() => {
        throw unknownTicket(id);
      });
      if (found.kind === 'stored') throw unknownTicket(id);
      const { run } = found;
      if (run.agents.find(id) === null) await run.settled(AbortSignal.timeout(RESUME_MS));
      return { run, ticket: run.agents.find(id) };
    },
    async close() {
      await Promise.all([...runs.values()].map((run) => run.stop()));
    },
  };
}

const isOver = ({ report, failure }: HostRun): boolean => report !== null || failure !== null;

/** How long a run that was taken over may take until its agents are where they were. */
const RESUME_MS = 50_000;

const unknownRun = (id: string): ReviewError =>
  new ReviewError('no-run', `there is no run ${id}.`, { advice: 'Call review_plan first.' });

const unknownTicket = (ticket: string): ReviewError =>
  new ReviewError('bad-value', `ticket ${ticket} is not of an open run.`, {
    advice: 'Use a ticket of review_plan or review_status as it is written there.',
  });

/** The call of a stored run, with the scope that was settled when it began. */
async function callOf(access: ProjectAccess, { run, selection }: ClaimedRun): Promise<AskedRun> {
  const { id, command } = run;
  const { name: playbook, flags, positional, cwd } = command;
  if (!isHostModel(String(flags.model)))
    throw new ReviewError('bad-value', `${id} is not a run of your own agents.`, {
      advice: `Resume it in a shell: consensus-review resume ${id}`,
    });
  const root = await resolveFolder(access, String(flags.C));
  const again = { ...flags, ...(positional.length === 0 ? {} : { scope: [...positional] }) };
  return placeRun(access, {
    playbook,
    root,
    selection: selection ?? (await selectScope(again)),
    flags,
    positional,
    cwd,
  });
}
