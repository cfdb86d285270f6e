/** The library: review, audit and plan as functions, the protocol for those who build their own engine. */

import { resolve } from 'node:path';
import { planReview } from './engine/review/plan-review.ts';
import { runReview } from './engine/review/run-review.ts';
import { EXIT } from './errors.ts';
import type { Selection } from './ports/repository.ts';
import type { PlanDocument } from './protocol/report/plan-document.ts';
import type { ReportDocument } from './protocol/report/report-document.ts';
import type { RunEvent } from './protocol/report/run-events.ts';
import { nameModels } from './protocol/reviewers/reviewer-models.ts';
import { readVersion } from './version.ts';
import { readEnvironment } from './wiring/config.ts';
import {
  addPlanReuse,
  createEnginePorts,
  createPlanPorts,
  createReviewRequest,
  type EngineParts,
} from './wiring/review-ports.ts';
import { loadSettings, type Settings } from './wiring/settings.ts';
import type { ClaimedRun, KeptRun, OpenReuse } from './wiring/stored-runs.ts';

export interface ReviewOptions {
  /** Folder to review. */
  readonly root: string;
  /** Default: what the current branch changed. */
  readonly selection?: Selection;
  /** Options by the camelCase name of their command-line flag: `{ reviewers: ['security'], waves: 1 }`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** A configuration file instead of the one in the root. */
  readonly configPath?: string;
  /**
   * Folder in which the run is kept, so that `resume` can go on with it and later runs pay for nothing twice (`flags: { reuse:
   * false }` asks anew). Without one nothing is kept and nothing is reused.
   */
  readonly stateDir?: string;
  readonly onEvent?: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
}

export type ResumeOptions = Pick<ReviewOptions, 'onEvent' | 'signal'> & {
  readonly stateDir: string;
} & (
    | { /** Id of the run, or the beginning of it. */ readonly run: string }
    | { /** The newest interrupted run of this folder. */ readonly root: string }
  );

const settingsOf = (options: ReviewOptions, selection: Selection): Promise<Settings> =>
  loadSettings({
    root: options.root,
    selection,
    configPath: options.configPath ?? null,
    environment: {},
    flags: options.flags ?? {},
  });

/** Reviews a folder and resolves to the report document. Throws ReviewError for what the caller has to mend. */
export const review = (options: ReviewOptions): Promise<ReportDocument> => runPlaybook('review', options, null);

/**
 * Audits a folder and resolves to the report document. Flags of the audit are among the flags: `{ mode: 'deep',
 * dimensions: ['D1'], cells: ['D2:src/**'] }`. Calling it is the consent to what it costs.
 */
export const audit = (options: ReviewOptions): Promise<ReportDocument> => runPlaybook('audit', options, null);

/** Goes on with an interrupted run. What was recorded is not paid for again. Of a run that has ended: its report. */
export async function resume(options: ResumeOptions): Promise<ReportDocument> {
  const { releaseRun, takeRun } = await import('./wiring/stored-runs.ts');
  const { stateDir, onEvent, signal } = options;
  const asked = 'run' in options ? options.run : null;
  const taken = await takeRun({ stateDir }, asked, 'root' in options ? options.root : '.');
  if (taken.kind === 'finished') return taken.report;
  const { claimed } = taken;
  const { name, flags, cwd } = claimed.run.command;
  const configPath = typeof flags.config === 'string' ? { configPath: resolve(cwd, flags.config) } : {};
  const watchers = { ...(onEvent ? { onEvent } : {}), ...(signal ? { signal } : {}) };
  try {
    return await runPlaybook(
      name,
      { root: resolve(cwd, typeof flags.C === 'string' ? flags.C : '.'), flags, stateDir, ...configPath, ...watchers },
      claimed,
    );
  } catch (error) {
    releaseRun(claimed);
    throw error;
  }
}

async function runPlaybook(
  name: 'review' | 'audit',
  options: ReviewOptions,
  claimed: ClaimedRun | null,
): Promise<ReportDocument> {
  const selection = claimed?.selection ?? options.selection ?? { kind: 'auto' };
  const settings = await settingsOf(options, selection);
  await using _repository = settings.repository;
  const play = await (name === 'review' ? openReview : openAudit)(settings, selection, options);
  const kept = await keep(play, { settings, selection, options, claimed });
  try {
    using reuse = await openReuse(settings, options);
    const report = await play.run({
      tape: kept?.tape ?? null,
      reuse: reuse?.reuse ?? null,
      signal: kept?.signal ?? signalOf(options),
    });
    kept?.check(report);
    await kept?.end(report, EXIT.ok);
    return report;
  } catch (error) {
    throw kept === null ? error : (await kept.fail(error)).error;
  }
}

/** Null where nothing is reused. */
async function openReuse(settings: Settings, { stateDir, flags }: ReviewOptions): Promise<OpenReuse | null> {
  if (stateDir === undefined) return null;
  const { openStoredReuse } = await import('./wiring/stored-runs.ts');
  return openStoredReuse(settings, { stateDir, version: readVersion(), mayRecall: flags?.reuse !== false });
}

const signalOf = ({ signal }: ReviewOptions): AbortSignal => signal ?? new AbortController().signal;

/** A run that is about to begin, whichever its playbook. */
interface Play {
  readonly name: 'review' | 'audit';
  readonly mode: ReportDocument['run']['mode'];
  readonly model: string;
  run(means: Pick<EngineParts, 'tape' | 'reuse' | 'signal'>): Promise<ReportDocument>;
}

async function openReview(settings: Settings, selection: Selection, { onEvent }: ReviewOptions): Promise<Play> {
  const emit = onEvent ?? (() => undefined);
  const environment = readEnvironment();
  return {
    name: 'review',
    mode: 'review',
    model: nameModels(settings.config),
    run: async (means) =>
      runReview(
        createReviewRequest(settings, selection),
        await createEnginePorts({ settings, selection, environment, store: null, emit, ...means }),
      ),
  };
}

async function openAudit(settings: Settings, selection: Selection, { onEvent, flags }: ReviewOptions): Promise<Play> {
  const [{ auditorOf, createAuditPorts, createAuditRequest }, { runAudit }, { readAuditFlags }] = await Promise.all([
    import('./wiring/audit-ports.ts'),
    import('./engine/audit/run-audit.ts'),
    import('./wiring/audit-flags.ts'),
  ]);
  const asked = readAuditFlags(flags ?? {});
  const emit = onEvent ?? (() => undefined);
  const environment = readEnvironment();
  const { requireSemgrep } = asked;
  const confirmPlan = async (): Promise<boolean> => true;
  return {
    name: 'audit',
    mode: asked.mode,
    model: auditorOf(settings.config),
    run: async (means) =>
      runAudit(
        createAuditRequest(settings, selection, asked),
        await createAuditPorts({
          settings,
          selection,
          environment,
          store: null,
          emit,
          confirmPlan,
          requireSemgrep,
          ...means,
        }),
      ),
  };
}

interface KeepParts {
  readonly settings: Settings;
  readonly selection: Selection;
  readonly options: ReviewOptions;
  readonly claimed: ClaimedRun | null;
}

/** Null where nothing is kept. */
async function keep({ name, mode, model }: Play, parts: KeepParts): Promise<KeptRun | null> {
  const { settings, selection, options, claimed } = parts;
  const { stateDir, root, configPath } = options;
  if (stateDir === undefined || !settings.config.journal) return null;
  const { keepRun } = await import('./wiring/stored-runs.ts');
  const flags = { ...options.flags, ...(configPath === undefined ? {} : { config: configPath }) };
  return keepRun({
    place: { stateDir },
    claimed,
    playbook: { name, mode, model },
    command: { name, positional: [], flags, cwd: resolve(root) },
    settings,
    selection,
    version: readVersion(),
    signal: signalOf(options),
  });
}

/** Everything up to dispatch, without reviewing. */
export async function plan(options: ReviewOptions): Promise<PlanDocument> {
  const selection = options.selection ?? { kind: 'auto' };
  const settings = await settingsOf(options, selection);
  await using _repository = settings.repository;
  using reuse = await openReuse(settings, options);
  const ports = await addPlanReuse(createPlanPorts(settings, null), settings, selection, reuse?.reuse ?? null);
  return await planReview(createReviewRequest(settings, selection), ports);
}

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
