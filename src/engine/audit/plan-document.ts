/**
 * Composes the document that `plan audit` prints: scope, agents of the first round, estimated tokens and cost, on request what would
 * be sent to whom. Runs phase 1 (prepare-audit.ts) and starts no agent. Called by wiring/playbooks.ts.
 */

import { askMeant } from '../../protocol/budget/model-names.ts';
import type { PriceEntry } from '../../protocol/budget/model-prices.ts';
import { fitBudget } from '../../protocol/budget/model-window.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/coverage/audit-mode.ts';
import { PLAN_SCHEMA } from '../../protocol/report/document-names.ts';
import type { PlanDocument } from '../../protocol/report/plan-document.ts';
import { formatAgentId } from '../../protocol/rounds/agent-registry.ts';
import { boundAudit, estimateAudit } from '../../protocol/rounds/audit-estimate.ts';
import { composeBounds, type UserLimits } from '../compose-bounds.ts';
import { composeScope } from '../compose-scope.ts';
import { warnOfLeftOut } from '../left-out.ts';
import type { ListOutgoing } from '../list-outgoing.ts';
import { warnOfCutPlan, warnOfEmpty } from '../survey.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { toHunters } from './plan-audit.ts';
import { explainNoAudit, prepareAudit } from './prepare-audit.ts';

export interface AuditPlanPorts extends Pick<AuditPorts, 'repository' | 'index' | 'emit' | 'surveyProject'> {
  /** Whether agents are models, and what they cost; null where nobody knows. */
  readonly isModel: boolean;
  readonly price: PriceEntry | null;
  /** Context window of the model; null or absent where nobody knows it. No budget is larger than its share. */
  readonly windowTokens?: number | null;
  readonly limits?: UserLimits;
  /** Whether answers of earlier audits would be reused. */
  readonly mayReuse?: boolean;
  readonly signal?: AbortSignal;
  /** Absent where nobody asks what would leave. */
  readonly listOutgoing?: ListOutgoing;
}

const REUSE =
  'an audit reuses answers of earlier audits to identical questions; how many is known only during the run, so every call is counted here';

export async function planAuditDocument(request: AuditRequest, ports: AuditPlanPorts): Promise<PlanDocument> {
  const { survey, plan } = await prepareAudit(request, { ...ports, listsAll: true });
  const { windowTokens = null } = ports;
  const hunters = (ports.isModel ? toHunters(plan) : []).map((hunter) => ({
    ...hunter,
    budgetTokens: fitBudget(hunter.budgetTokens, windowTokens),
  }));
  const estimate = estimateAudit(request.mode, hunters, ports.price);
  return {
    schema: PLAN_SCHEMA,
    scope: composeScope(survey),
    budget: { total_tokens: survey.totalTokens, scale: 1, isolation: 'branch' },
    agents: plan.agents.map((planned, i) => ({
      agent: formatAgentId(1, i + 1),
      budget_tokens: fitBudget(planned.turns.budgetTokens, windowTokens),
      files: planned.files.length,
      dimensions: planned.dimensions,
      model: ports.isModel ? request.model : null,
      files_recalled: 0,
      window_tokens: windowTokens,
    })),
    estimate: {
      calls: ports.isModel ? estimate.calls : 0,
      shown_tokens: survey.totalTokens,
      input_tokens: ports.isModel ? estimate.inputTokens : 0,
      output_tokens: ports.isModel ? estimate.outputTokens : 0,
      cost_usd: ports.isModel ? (estimate.costUsd ?? 0) : 0,
      waves: AUDIT_MODE_PROFILES[request.mode].maxRounds,
      not_covered: survey.owed.map(({ path }) => path),
      unpriced_agents: ports.isModel && ports.price === null ? plan.agents.length : 0,
      reused_calls: 0,
      ...composeBounds(ports.isModel ? boundAudit(request.mode, hunters) : 0, ports.limits),
    },
    run: { playbook: 'audit', mode: request.mode, model: request.model },
    warnings: [
      ...request.warnings,
      ...warnOfEmpty(explainNoAudit(survey, request)),
      ...survey.snapshot.warnings,
      ...warnOfCutPlan(survey),
      ...warnOfLeftOut(survey),
      ...(ports.isModel && ports.price === null
        ? [`⚠️ the price of ${request.model} is unknown: the cost is not estimated${askMeant(request.model)}`]
        : []),
      ...(ports.isModel && ports.mayReuse === true ? [REUSE] : []),
    ],
    complete: !survey.isCut,
    outgoing: await listOutgoing(request, ports, survey),
  };
}

async function listOutgoing(
  { model }: AuditRequest,
  { isModel, listOutgoing: list }: AuditPlanPorts,
  survey: AuditState['survey'],
): Promise<PlanDocument['outgoing']> {
  const files = isModel ? survey.files.map(({ path }) => path) : [];
  return (await list?.({ models: isModel ? [model] : [], files, survey })) ?? null;
}
