/** The library: review, audit and plan as functions, the protocol for those who build their own engine. */

import { readEnvironment } from './config.ts';
import { planReview } from './engine/plan-review.ts';
import { runReview } from './engine/run.ts';
import type { RunEvent, Selection } from './ports.ts';
import type { PlanDocument } from './protocol/plan-document.ts';
import type { ReportDocument } from './protocol/report-document.ts';
import { loadSettings, type Settings } from './settings.ts';
import { createEnginePorts, createPlanPorts, createReviewRequest } from './wiring.ts';

export interface ReviewOptions {
  /** Folder to review. */
  readonly root: string;
  /** Default: what the current branch changed. */
  readonly selection?: Selection;
  /** Options by the camelCase name of their command-line flag: `{ reviewers: ['security'], waves: 1 }`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** A configuration file instead of the one in the root. */
  readonly configPath?: string;
  readonly onEvent?: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
}

const settingsOf = (options: ReviewOptions, selection: Selection): Promise<Settings> =>
  loadSettings({
    root: options.root,
    selection,
    configPath: options.configPath ?? null,
    environment: {},
    flags: options.flags ?? {},
  });

/** Reviews a folder and resolves to the report document. Throws ReviewError for what the caller has to mend. */
export async function review(options: ReviewOptions): Promise<ReportDocument> {
  const selection = options.selection ?? { kind: 'auto' };
  const settings = await settingsOf(options, selection);
  await using _repository = settings.repository;
  const signal = options.signal ?? new AbortController().signal;
  const ports = await createEnginePorts({
    settings,
    selection,
    environment: readEnvironment(),
    store: null,
    tape: null,
    emit: options.onEvent ?? (() => undefined),
    signal,
  });
  return await runReview(createReviewRequest(settings, selection), ports);
}

/**
 * Audits a folder and resolves to the report document. Flags of the audit are among the flags: `{ mode: 'deep',
 * dimensions: ['D1'], cells: ['D2:src/**'] }`. Calling it is the consent to what it costs.
 */
export async function audit(options: ReviewOptions): Promise<ReportDocument> {
  const [{ createAuditPorts, createAuditRequest }, { runAudit }, { readAuditFlags }] = await Promise.all([
    import('./audit-wiring.ts'),
    import('./engine/audit/run-audit.ts'),
    import('./audit-flags.ts'),
  ]);
  const asked = readAuditFlags(options.flags ?? {});
  const selection = options.selection ?? { kind: 'auto' };
  const settings = await settingsOf(options, selection);
  await using _repository = settings.repository;
  const ports = await createAuditPorts({
    settings,
    selection,
    environment: readEnvironment(),
    store: null,
    tape: null,
    emit: options.onEvent ?? (() => undefined),
    signal: options.signal ?? new AbortController().signal,
    confirmPlan: async () => true,
    requireSemgrep: asked.requireSemgrep,
  });
  return await runAudit(createAuditRequest(settings, selection, asked), ports);
}

/** Everything up to dispatch, without reviewing. */
export async function plan(options: ReviewOptions): Promise<PlanDocument> {
  const selection = options.selection ?? { kind: 'auto' };
  const settings = await settingsOf(options, selection);
  await using _repository = settings.repository;
  return await planReview(createReviewRequest(settings, selection), createPlanPorts(settings, null));
}

export { collectOutputs } from './engine/collect.ts';
export { EXIT, ReviewError } from './errors.ts';
export type { Analyzer, Driver, ReviewEvent, RunEvent, Selection } from './ports.ts';
export { type AgentOutput, openAgentOutput, parseAgentOutput } from './protocol/agent-output.ts';
export { calculateBudget, calculateScale } from './protocol/budget.ts';
export { decideExit } from './protocol/exit-code.ts';
export type { ClaimedFinding, Finding } from './protocol/finding.ts';
export { decideIsolation } from './protocol/isolation.ts';
export { mergeFindings } from './protocol/merge.ts';
export { modeAt } from './protocol/mode.ts';
export type { PlanDocument } from './protocol/plan-document.ts';
export { priorityTier } from './protocol/priority.ts';
export type { ReportDocument } from './protocol/report-document.ts';
export { REVIEWERS, type ReviewerProfile } from './protocol/reviewer.ts';
export { BUILT_IN_REVIEWERS } from './protocol/reviewer-roster.ts';
export { formatSignal, parseSignal } from './protocol/signal-text.ts';
export { validateSignal } from './protocol/signal-validation.ts';
export { synthesize } from './protocol/synthesis.ts';
export { decideVerdict } from './protocol/verdict.ts';
export { renderReport } from './report/formats.ts';
