/**
 * Opens a playbook, review (also `triage`) or audit: from settings, selection and flags to the engine's request, with functions that
 * plan it, have its cost confirmed, and run it with the ports of review-ports.ts or audit-ports.ts. Every run and plan goes through
 * here: conduct.ts, plan-run.ts and the fleet call it.
 */
import type { AuditPlan } from '../engine/audit/plan-audit.ts';
import type { PlanPorts } from '../engine/review/plan-review.ts';
import type { EnginePorts, ReviewRequest } from '../engine/review/review-request.ts';
import type { RunRequest } from '../engine/run-request.ts';
import type { Selection } from '../ports/repository.ts';
import { readPrices } from '../protocol/budget/model-prices.ts';
import { describeOldPrices } from '../protocol/budget/price-age.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { StoredRun } from '../protocol/report/stored-run.ts';
import { requirementsReviewer } from '../protocol/reviewers/requirements.ts';
import { REVIEWERS } from '../protocol/reviewers/reviewer.ts';
import { readAuditFlags, readDimensionFlag } from './audit-flags.ts';
import type { Project } from './audit-ports.ts';
import { narrowPorts, narrowRequest } from './review-dimensions.ts';
import { createEnginePorts, createReviewRequest, type EngineParts, listModels } from './review-ports.ts';
import type { Settings } from './settings.ts';

export type PlaybookName = StoredRun['playbook'];

/** Values by the camelCase name of their command-line flag. */
export type Flags = Readonly<Record<string, unknown>>;

/** Flags that decide what a playbook does, beside the settings. They travel with a run to another machine. */
export const PLAYBOOK_FLAGS = ['mode', 'dimensions', 'cells', 'agents', 'requireSemgrep'] as const;

export interface PlaybookCall {
  readonly settings: Settings;
  readonly selection: Selection;
  readonly flags: Flags;
}

/** What a playbook runs with; settings and selection are its own. */
export type RunParts = Omit<EngineParts, 'settings' | 'selection' | 'isAudit' | 'without'> & {
  /** Asked before an audit spends money. */
  readonly confirmPlan: (plan: AuditPlan) => Promise<boolean>;
  /** Survey and scan of an audit, where they were made before. */
  readonly project?: Project;
};

export interface Playbook {
  readonly name: PlaybookName;
  readonly mode: StoredRun['mode'];
  /** `embedded`, or the models that are asked. */
  readonly model: string;
  /** Everything up to dispatch. */
  plan(ports: PlanPorts): Promise<PlanDocument>;
  /** Has the plan confirmed that costs money, before the run is handed to somebody who cannot ask. */
  confirm(ports: PlanPorts, ask: RunParts['confirmPlan']): Promise<boolean>;
  run(parts: RunParts): Promise<ReportDocument>;
}

/** Throws ReviewError for a flag that the playbook cannot use. */
export const openPlaybook = (name: PlaybookName, call: PlaybookCall): Promise<Playbook> =>
  name === 'audit' ? openAuditPlaybook(call) : openReviewPlaybook(call);

/** Absolute paths of the SARIF files whose alarms are judged; null where the run is an ordinary review. */
const readTriageFlag = ({ triage }: Flags): readonly string[] | null =>
  Array.isArray(triage) ? triage.map(String) : null;

/** A review with its dimensions: whoever works for it, here or on a worker, asks for the same. */
export interface ReviewSetup {
  readonly request: ReviewRequest;
  /** A file whose findings are left out has not been reviewed for anybody else. */
  readonly mayReuse: boolean;
  openPorts(parts: Omit<EngineParts, 'settings' | 'selection'>): Promise<EnginePorts>;
}

/** Who answers to a linked issue joins the reviewers that were chosen. */
function addRequirements(request: ReviewRequest, { context }: Settings): ReviewRequest {
  if (context === undefined) return request;
  const reviewer = requirementsReviewer(context);
  const { roster, reviewerNames } = request;
  return {
    ...request,
    context,
    roster: [...roster, reviewer],
    reviewerNames: reviewerNames === null ? null : [...reviewerNames, reviewer.name],
  };
}

export function setUpReview({ settings, selection, flags }: PlaybookCall): ReviewSetup {
  const dimensions = readDimensionFlag(flags);
  return {
    request: addRequirements(narrowRequest(createReviewRequest(settings, selection), dimensions), settings),
    mayReuse: dimensions === null,
    openPorts: async (parts) => narrowPorts(await createEnginePorts({ ...parts, settings, selection }), dimensions),
  };
}

/** The same for alarms of other scanners (`triage`): our analyses judge them, and report nothing else. */
async function setUpTriage(call: PlaybookCall, sarifFiles: readonly string[]): Promise<ReviewSetup> {
  const { openTriagePorts, readTriage, requestForTriage, settingsForTriage } = await import('./triage.ts');
  const triage = await readTriage(call.settings.repository.root, sarifFiles);
  // Named by the call alone: a configured model reviews, and nobody has agreed that it judges alarms.
  const model = typeof call.flags.model === 'string' ? call.flags.model : undefined;
  const settings = settingsForTriage(call.settings, triage, model);
  const { selection, flags } = call;
  return {
    request: requestForTriage(setUpReview({ ...call, settings }).request, triage),
    mayReuse: false,
    openPorts: async (parts) =>
      narrowPorts(await openTriagePorts({ ...parts, settings, selection }, triage), readDimensionFlag(flags)),
  };
}

/** As old as the table was when the run began: a replay says what the run said. */
function addPriceAge<T extends RunRequest>(request: T, settings: Settings, beganAt = Date.now()): T {
  const { fallback, prices } = settings.config;
  const models = [...listModels(settings), ...(fallback === null ? [] : [fallback])];
  const old = describeOldPrices(models, readPrices(prices), new Date(beganAt).toISOString().slice(0, 10));
  return old === null ? request : { ...request, warnings: [...request.warnings, `⚠️ ${old}`] };
}

async function openReviewPlaybook(call: PlaybookCall): Promise<Playbook> {
  const alarms = readTriageFlag(call.flags);
  const { request, mayReuse, openPorts } = alarms === null ? setUpReview(call) : await setUpTriage(call, alarms);
  return {
    name: 'review',
    mode: 'review',
    model: request.model,
    plan: async (ports) => {
      const { planReview } = await import('../engine/review/plan-review.ts');
      return planReview(addPriceAge(request, call.settings), mayReuse ? ports : { ...ports, reuse: null });
    },
    confirm: async () => true,
    run: async (parts) => {
      const { runReview } = await import('../engine/review/run-review.ts');
      return runReview(addPriceAge(request, call.settings, parts.recording?.startedAt), await openPorts(parts));
    },
  };
}

/** Of the model of an audit, as its server or the configuration says. */
const findWindow = (model: string, { driversFor }: Pick<PlanPorts, 'driversFor'>): number | null =>
  REVIEWERS.flatMap((reviewer) => driversFor(reviewer)).find(({ name }) => name === model)?.limits?.windowTokens ??
  null;

async function openAuditPlaybook({ settings, selection, flags }: PlaybookCall): Promise<Playbook> {
  const asked = readAuditFlags(flags);
  const { auditorOf, createAuditPlanPorts, createAuditPorts, createAuditRequest } = await import('./audit-ports.ts');
  const request = createAuditRequest(settings, selection, asked);
  return {
    name: 'audit',
    mode: asked.mode,
    model: auditorOf(settings.config),
    plan: async (ports) => {
      const { planAuditDocument } = await import('../engine/audit/plan-document.ts');
      const mayReuse = ports.reuse?.mayReadCache === true;
      const windowTokens = findWindow(request.model, ports);
      const own = createAuditPlanPorts(settings, ports.signal);
      return planAuditDocument(addPriceAge(request, settings), { ...ports, ...own, mayReuse, windowTokens });
    },
    confirm: async (ports, ask) => {
      if (request.model === 'embedded') return true;
      const { prepareAudit } = await import('../engine/audit/prepare-audit.ts');
      return ask((await prepareAudit(request, { ...ports, ...createAuditPlanPorts(settings) })).plan);
    },
    run: async (parts) => {
      const { runAudit } = await import('../engine/audit/run-audit.ts');
      return runAudit(
        addPriceAge(request, settings, parts.recording?.startedAt),
        await createAuditPorts({ ...parts, settings, selection, requireSemgrep: asked.requireSemgrep }),
      );
    },
  };
}
