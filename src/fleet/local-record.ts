/**
 * Records a run that was handed to a fleet in this machine's run store: what was asked when it was submitted, and its report if it is
 * followed to the end, so that `runs`, `report` and `resume` find it here too. Its steps lie in the fleet's database alone. Called by
 * hand-over.ts, cli/commands/fleet-command.ts and resume-command.ts.
 */

import { EXIT, ReviewError } from '../errors.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { DEFAULT_RETENTION } from '../protocol/report/stored-run.ts';
import { findStoredRun } from '../runs/find-stored-run.ts';
import type { OpenRun, RunEnd } from '../runs/store/open-run.ts';
import { openRunHistory, openRunStore, type RunStore } from '../runs/store/run-store.ts';
import type { NewRun } from '../wiring/describe-run.ts';
import type { RunPlace } from '../wiring/stored-runs.ts';
import { createSystemClock } from '../wiring/system.ts';

export interface FleetRecord {
  readonly warnings: () => readonly string[];
  /** `openEnd` says why the run is not over; null where it is. */
  end(report: ReportDocument, exitCode: number, openEnd: string | null): Promise<void>;
  /** The command has ended without a report; the run may go on. */
  fail(error: unknown, isStopped: boolean): Promise<void>;
  /** The run was not submitted or not taken up: as if nobody had asked. */
  withdraw(): Promise<void>;
}

const nothingKept = (warnings: readonly string[]): FleetRecord => ({
  warnings: () => warnings,
  end: async () => undefined,
  fail: async () => undefined,
  withdraw: async () => undefined,
});

/** `database` is its address without a password. Where nothing can be kept here, that is said and the run goes on. */
export function beginRecord(place: RunPlace, facts: NewRun, { id, database }: FleetRunName): FleetRecord {
  try {
    const clock = createSystemClock();
    const store = openRunStore({ ...place, clock });
    const command = { ...facts.command, flags: { ...facts.command.flags, database } };
    return keepRecord(store, store.begin({ ...facts, command, id, startedAt: clock.now() }));
  } catch (error) {
    return nothingKept([`the run is not listed on this machine (${describe(error)})`]);
  }
}

export interface FleetRunName {
  readonly id: string;
  readonly database: string;
}

/** The record of a run that is followed again; nothing is kept where this machine did not submit it, or has its report. */
export async function reopenRecord(place: RunPlace, id: string): Promise<FleetRecord> {
  try {
    const store = openRunHistory({ ...place, clock: createSystemClock() });
    if (store === null) return nothingKept([]);
    const found = await store.find(id);
    if (found !== null && found !== 'ambiguous' && found.id === id && found.status !== 'finished')
      return keepRecord(store, store.claim(id));
    store[Symbol.dispose]();
  } catch {
    // Somebody else on this machine follows it.
  }
  return nothingKept([]);
}

function keepRecord(store: RunStore, run: OpenRun): FleetRecord {
  const close = async (): Promise<void> => {
    await store.prune(DEFAULT_RETENTION).catch(() => undefined);
    store[Symbol.dispose]();
  };
  return {
    warnings: () => [...(run.resumed > 0 ? [] : store.warnings), ...run.warnings],
    async end(report, exitCode, openEnd) {
      run.end({
        status: openEnd === null ? 'finished' : 'interrupted',
        reason: openEnd,
        isDeferred: false,
        report,
        exitCode,
        finishedAt: Date.parse(report.run.finished_at),
      });
      await close();
    },
    async fail(error, isStopped) {
      const { code, exit } = error instanceof ReviewError ? error : { code: 'internal', exit: EXIT.failed };
      if (exit === EXIT.emptyScope && run.resumed === 0) run.discard();
      else
        run.end(
          isStopped
            ? endWithout('it was interrupted', 'interrupted', EXIT.interrupted)
            : endWithout(describe(error), isOpenEnd(code) ? 'interrupted' : 'failed', exit),
        );
      await close();
    },
    async withdraw() {
      if (run.resumed === 0) run.discard();
      else run.release();
      await close();
    },
  };
}

const isOpenEnd = (code: string): boolean => code === 'no-database' || code === 'out-of-time';

/** Without its database the run goes on where it is: it counts as interrupted, and `resume` finds it. */
const endWithout = (reason: string, status: RunEnd['status'], exitCode: number): RunEnd => ({
  status,
  reason,
  isDeferred: false,
  report: null,
  exitCode,
  finishedAt: Date.now(),
});

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The run that `resume` means, where it was handed to a fleet from here; null where it is one of this machine. */
export async function findFleetRecord(
  history: RunStore,
  name: string | null,
  root: string,
): Promise<FleetRunName | null> {
  const run =
    name === null
      ? (await history.list({ root })).find(({ status }) => status === 'interrupted' || status === 'failed')
      : await findStoredRun(history, name, root).catch(() => undefined);
  const database = run?.command.flags.database;
  return run === undefined || typeof database !== 'string' ? null : { id: run.id, database };
}
