/** `plan audit`: the plan document of an audit, from the same scope, recon and seats as the run; nobody is sent out. */
import { estimateAudit } from '../../protocol/audit-estimate.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/audit-mode.ts';
import type { PriceEntry } from '../../protocol/model-prices.ts';
import { PLAN_SCHEMA, type PlanDocument } from '../../protocol/plan-document.ts';
import { comparePaths } from '../../protocol/priority.ts';
import { composeScope } from '../compose-scope.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { prepareAudit } from './prepare-audit.ts';

export interface AuditPlanPorts extends Pick<AuditPorts, 'repository' | 'index' | 'emit' | 'surveyProject'> {
  /** False where nothing that audits understands files of this language. */
  readonly canAudit: (language: string | null) => boolean;
  readonly priceOf: (model: string) => PriceEntry | null;
}

export async function planAuditDocument(request: AuditRequest, ports: AuditPlanPorts): Promise<PlanDocument> {
  const state = await prepareAudit(request, ports);
  const { survey, plan } = state;
  const model = request.model === 'embedded' ? null : request.model;
  const price = model === null ? null : ports.priceOf(model);
  const estimate = estimateAudit({
    mode: plan.mode,
    turns: plan.seats.map(({ turns }) => turns.maxTurns),
    scopeTokens: survey.totalTokens,
    price,
  });
  const isFree = model === null;
  return {
    schema: PLAN_SCHEMA,
    scope: composeScope(survey),
    budget: { total_tokens: survey.totalTokens, scale: 1, isolation: 'branch' },
    agents: plan.seats.map(({ dimensions, turns, files }, i) => ({
      agent: `agent-r1-${String(i + 1).padStart(2, '0')}`,
      budget_tokens: turns.budgetTokens,
      files: files.length,
      dimensions,
      model,
    })),
    estimate: {
      calls: isFree ? 0 : estimate.calls,
      input_tokens: isFree ? 0 : estimate.inputTokens,
      output_tokens: isFree ? 0 : estimate.outputTokens,
      cost_usd: isFree ? 0 : estimate.costUsd,
      waves: AUDIT_MODE_PROFILES[plan.mode].maxRounds,
      not_covered: listNotCovered(state, ports),
    },
    run: { playbook: 'audit', mode: plan.mode, model: request.model },
    warnings: [
      ...request.warnings,
      ...survey.snapshot.warnings,
      ...explainPlan(state),
      ...(model !== null && price === null
        ? [`⚠️ the price of ${model} is unknown: the estimated cost is without it`]
        : []),
    ],
  };
}

/** What recon saw and what follows from it for the dimensions, in words. */
function explainPlan({ recon, plan }: AuditState): readonly string[] {
  const kind = recon.isLibrary ? 'a library' : 'an application';
  return [
    `recon: ${kind} with ${recon.entryPoints.length} entry points, ${recon.endpoints.length} HTTP endpoints, ${recon.dependencies.length} dependencies`,
    ...(plan.notApplicable.length === 0
      ? []
      : [`${plan.notApplicable.join(', ')} do not apply to a library and are not hunted`]),
    ...recon.notes,
  ];
}

/** Files out of reach, and those in a language nobody here understands. */
function listNotCovered({ survey }: AuditState, { canAudit }: AuditPlanPorts): readonly string[] {
  const foreign = survey.files.filter(({ language }) => !canAudit(language));
  return [...new Set([...foreign, ...survey.owed].map(({ path }) => path))].sort(comparePaths);
}
