/**
 * Starts one run whose agents are the host's (coding agent): conducted like every run (wiring/conduct.ts), with its journal, while its
 * agents answer over MCP. It goes on until its report is there; a server that is started again continues it from the journal
 * (HOST-22). Called by host-runs.ts.
 */
import type { Selection } from '../../ports/repository.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { HOST_PROVIDER } from '../../protocol/reviewers/reviewer-models.ts';
import { conductRun } from '../../wiring/conduct.ts';
import { createReportSurface } from '../../wiring/report-surface.ts';
import type { ClaimedRun } from '../../wiring/stored-runs.ts';
import { type AskedRun, refuseFleet } from '../run-arguments.ts';
import { shownBytes } from './answer-parts.ts';
import type { HostAssignment } from './assignment.ts';
import { createHostAgents, type HostAgents } from './outside-agents.ts';
import { openProgress, type RunProgress } from './run-progress.ts';

export interface HostRun {
  readonly id: string;
  readonly root: string;
  readonly selection: Selection;
  readonly agents: HostAgents;
  readonly progress: RunProgress;
  readonly assignments: readonly HostAssignment[];
  /** Null while it goes on, and where it failed. */
  readonly report: ReportDocument | null;
  /** Why there will be no report; null where there may be one. */
  readonly failure: unknown;
  /** Resolves when the host can do something: agents wait, the run is over, or the signal says that nobody waits longer. */
  settled(signal: AbortSignal): Promise<void>;
  /** Tells what happens from now on; the function that is returned ends it. */
  watch(listener: (event: RunEvent) => void): () => void;
  /** Ends it with what it has; it can go on later. */
  stop(): Promise<void>;
}

/** What a ticket begins with: the letters by which a stored run is found. */
export const suffixOf = (runId: string): string => runId.slice(runId.lastIndexOf('-') + 1);

export interface HostRunTerms {
  readonly call: AskedRun;
  readonly claimed: ClaimedRun | null;
  readonly warn: (text: string) => void;
  /** Is told what happens in the run, from its beginning on. */
  readonly watch?: (event: RunEvent) => void;
}

/** Resolves when the run has begun; rejects where it cannot. */
export async function startHostRun({ call, claimed, warn, watch }: HostRunTerms): Promise<HostRun> {
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const progress = openProgress();
  const watchers = new Set(watch === undefined ? [] : [watch]);
  let id = '';
  let report: ReportDocument | null = null;
  let failure: unknown = null;
  const modelName = String(call.flags.model);
  const agents = createHostAgents({
    modelName,
    prefix: () => suffixOf(id),
    // By the program that the run began with, so that every server answers the same.
    answerBytes: shownBytes(modelName.slice(HOST_PROVIDER.length + 1)),
  });
  const surface = createReportSurface({
    emit(event) {
      if (event.kind === 'run') {
        id = event.runId;
        begun.resolve();
      }
      progress.note(event);
      for (const watcher of watchers) watcher(event);
    },
    warn,
    interrupt: stop.signal,
    handOver: async () => refuseFleet(),
  });
  const ended = conductRun({ ...call, claimed, interrupt: stop.signal, outside: agents }, surface).then(
    (made) => {
      report = made;
    },
    (error: unknown) => {
      failure = error;
      begun.reject(error);
    },
  );
  await begun.promise;
  return {
    id,
    root: call.root,
    selection: call.selection,
    agents,
    progress,
    get assignments() {
      return agents.assignments();
    },
    get report() {
      return report;
    },
    get failure() {
      return failure;
    },
    async settled(signal) {
      await Promise.race([agents.settled(signal), ended]);
    },
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
    async stop() {
      stop.abort('interrupt');
      await ended;
    },
  };
}
