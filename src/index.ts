/**
 * Exports the library: `review`, `audit`, `plan` and `resume` as functions that take options and resolve to a report or plan document
 * (run by wiring/conduct.ts), `collectOutputs`, `renderReport`, and the protocol rules most used by other engines (all of them:
 * `consensus-review/protocol`).
 */
import { resolve } from 'node:path';
import type { Listener } from './fleet/hand-over.ts';
import type { Selection } from './ports/repository.ts';
import type { PlanDocument } from './protocol/report/plan-document.ts';
import type { ReportDocument } from './protocol/report/report-document.ts';
import type { RunEvent } from './protocol/report/run-events.ts';
import { type ConductedCall, conductRun, type Surface } from './wiring/conduct.ts';
import { readEnvironment } from './wiring/environment.ts';
import { planRun } from './wiring/plan-run.ts';
import type { PlaybookName } from './wiring/playbooks.ts';
import { createReportSurface, exitCodeOf } from './wiring/report-surface.ts';
import type { RunCall } from './wiring/run-call.ts';
import type { ClaimedRun } from './wiring/stored-runs.ts';

export interface ReviewOptions {
  /** Folder to review. */
  readonly root: string;
  /** Default: what the current branch changed. */
  readonly selection?: Selection;
  /**
   * Options by the camelCase name of their command-line flag: `{ reviewers: ['security'], dimensions: ['D1'], waves: 1 }`. Every
   * flag that changes a result works here as it does there; paths are relative to the current folder.
   */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** A configuration file instead of the one in the root. */
  readonly configPath?: string;
  /** Variables `CONSENSUS_REVIEW_*`, keys of providers, `PATH`. Default: those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Folder in which the run is kept, so that `resume` can go on with it and later runs pay for nothing twice (`flags: { reuse:
   * false }` asks anew). Without one nothing is kept and nothing is reused.
   */
  readonly stateDir?: string;
  readonly onEvent?: (event: RunEvent) => void;
  /** What a person should know beside the report: a state folder that cannot be used, a store that was damaged. */
  readonly onWarning?: (message: string) => void;
  readonly signal?: AbortSignal;
}

export type ResumeOptions = Pick<ReviewOptions, 'environment' | 'onEvent' | 'onWarning' | 'signal'> & {
  readonly stateDir: string;
  /** Address of the fleet with its password, which is never stored. Default: the stored one, with `PGPASSWORD`. */
  readonly database?: string;
} & (
    | { /** Id of the run, or the beginning of it. */ readonly run: string }
    | { /** The newest interrupted run of this folder. */ readonly root: string }
  );

/** Reviews a folder and resolves to the report document. Throws ReviewError for what the caller has to mend. */
export const review = (options: ReviewOptions): Promise<ReportDocument> => run('review', options, null);

/**
 * Audits a folder and resolves to the report document. Flags of the audit are among the flags: `{ mode: 'deep',
 * dimensions: ['D1'], cells: ['D2:src/**'] }`. Calling it is the consent to what it costs.
 */
export const audit = (options: ReviewOptions): Promise<ReportDocument> => run('audit', options, null);

/** Everything up to dispatch, without reviewing; of an audit with `playbook: 'audit'`. */
export async function plan(options: ReviewOptions & { readonly playbook?: PlaybookName }): Promise<PlanDocument> {
  const call = toCall(options.playbook ?? 'review', options, null);
  return (await planRun(call, { warn: options.onWarning ?? (() => undefined) })).plan;
}

/** Goes on with an interrupted run. What was recorded is not paid for again. Of a run that has ended: its report. */
export async function resume(options: ResumeOptions): Promise<ReportDocument> {
  const { releaseRun, takeRun } = await import('./wiring/stored-runs.ts');
  const { stateDir } = options;
  const asked = 'run' in options ? options.run : null;
  const taken = await takeRun({ stateDir }, asked, 'root' in options ? options.root : '.');
  for (const warning of taken.warnings) options.onWarning?.(warning);
  if (taken.kind === 'finished') return taken.report;
  const { claimed } = taken;
  const { name, flags, cwd } = claimed.run.command;
  if (typeof flags.database === 'string') {
    const { database = flags.database } = options;
    releaseRun(claimed);
    const { resumeHandedRun } = await import('./fleet/hand-over.ts');
    return resumeHandedRun({ id: claimed.run.id, database }, { stateDir }, listenOnFleet(options));
  }
  const root = resolve(cwd, typeof flags.C === 'string' ? flags.C : '.');
  try {
    return await run(name, { ...options, root, flags }, claimed);
  } catch (error) {
    releaseRun(claimed);
    throw error;
  }
}

function toCall(playbook: PlaybookName, options: ReviewOptions, claimed: ClaimedRun | null): RunCall {
  const { stateDir, configPath } = options;
  const root = resolve(options.root);
  return {
    playbook,
    root,
    selection: claimed?.selection ?? options.selection ?? { kind: 'auto' },
    flags: { ...options.flags, C: root, ...(configPath === undefined ? {} : { config: configPath }) },
    positional: claimed?.run.command.positional ?? [],
    cwd: claimed?.run.command.cwd ?? resolve('.'),
    environment: options.environment ?? readEnvironment(),
    place: stateDir === undefined ? null : { stateDir },
  };
}

function run(name: PlaybookName, options: ReviewOptions, claimed: ClaimedRun | null): Promise<ReportDocument> {
  const call: ConductedCall = {
    ...toCall(name, options, claimed),
    claimed,
    ownFiles: [],
    interrupt: options.signal ?? new AbortController().signal,
    graceMs: 0,
  };
  return conductRun(call, createSurface(options, call.interrupt));
}

/** Events for the caller; the report is what the function resolves to. */
const createSurface = (options: ReviewOptions, interrupt: AbortSignal): Surface<ReportDocument> =>
  createReportSurface({
    emit: (event) => options.onEvent?.(event),
    warn: (message) => options.onWarning?.(message),
    interrupt,
    async handOver(run) {
      const { followHandedRun } = await import('./fleet/hand-over.ts');
      return followHandedRun(run, listenOnFleet(options));
    },
  });

const listenOnFleet = ({
  onEvent,
  onWarning,
  signal,
}: Pick<ReviewOptions, 'onEvent' | 'onWarning' | 'signal'>): Listener => {
  const interrupt = signal ?? new AbortController().signal;
  return {
    emit: (event) => onEvent?.(event),
    warn: (message) => onWarning?.(message),
    interrupt,
    exitCodeOf: (report, config) => exitCodeOf(report, config, interrupt),
  };
};

export { collectOutputs } from './engine/collect.ts';
export { EXIT, ReviewError } from './errors.ts';
export type { Analyzer } from './ports/analyzer.ts';
export type { Driver, ReviewEvent } from './ports/driver.ts';
export type { Selection } from './ports/repository.ts';
export { calculateBudget, calculateScale } from './protocol/budget/budget.ts';
export { decideIsolation } from './protocol/budget/isolation.ts';
export { modeAt } from './protocol/budget/mode.ts';
export { priorityTier } from './protocol/budget/priority.ts';
export type { ClaimedFinding, Finding } from './protocol/findings/finding.ts';
export { mergeFindings } from './protocol/findings/merge.ts';
export { type AgentOutput, openAgentOutput, parseAgentOutput } from './protocol/output/agent-output.ts';
export { decideExit } from './protocol/report/exit-code.ts';
export type { PlanDocument } from './protocol/report/plan-document.ts';
export type { ReportDocument } from './protocol/report/report-document.ts';
export type { RunEvent } from './protocol/report/run-events.ts';
export { synthesize } from './protocol/report/synthesis.ts';
export { decideVerdict } from './protocol/report/verdict.ts';
export { REVIEWERS, type ReviewerProfile } from './protocol/reviewers/reviewer.ts';
export { BUILT_IN_REVIEWERS } from './protocol/reviewers/reviewer-roster.ts';
export { formatSignal, parseSignal } from './protocol/signals/signal-text.ts';
export { validateSignal } from './protocol/signals/signal-validation.ts';
export { renderReport } from './report/formats.ts';
