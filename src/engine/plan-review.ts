/** The plan document: what a review of this scope would do, from the same survey and the same first wave as the run. */
import type { Driver } from '../ports.ts';
import { sumTokens } from '../protocol/budget.ts';
import type { PriceEntry } from '../protocol/model-prices.ts';
import { PLAN_SCHEMA, type PlanDocument } from '../protocol/plan-document.ts';
import { comparePaths } from '../protocol/priority.ts';
import { isAssigned, type ReviewerProfile } from '../protocol/reviewer.ts';
import { estimateRun, type PlannedAgent } from '../protocol/run-estimate.ts';
import { estimateWaves, listLeftOver } from '../protocol/waves.ts';
import { composeBudget, composeScope } from './compose-scope.ts';
import { planWave, type WavePlan } from './plan-wave.ts';
import type { ReviewRequest } from './review-request.ts';
import { filesOf, queueOf, type ReviewState } from './review-state.ts';
import { requireScope, type Survey, type SurveyPorts, surveyScope } from './survey.ts';

export interface PlanPorts extends SurveyPorts {
  readonly driverFor: (reviewer: ReviewerProfile) => Pick<Driver, 'hasContext'>;
  /** False where the reviewer will skip such a file, whatever its budget. */
  readonly canReview: (reviewer: ReviewerProfile, language: string | null) => boolean;
  /** What its model costs; null where nobody knows. */
  readonly priceOf: (reviewer: ReviewerProfile) => PriceEntry | null;
}

export async function planReview(request: ReviewRequest, ports: PlanPorts): Promise<PlanDocument> {
  const survey = await surveyScope(request, ports);
  requireScope(survey);
  const state: ReviewState = { survey, waves: [], runs: [] };
  const first = planWave(state, 1, request, ports.driverFor);
  const waves = countWaves(state, first, ports.driverFor);
  const estimate = estimateRun(planAgents(state, first, ports));
  return {
    schema: PLAN_SCHEMA,
    scope: composeScope(survey),
    budget: composeBudget(first.record),
    agents: first.tasks.map((task) => ({
      agent: task.reviewer.name,
      budget_tokens: task.budgetTokens,
      files: filesOf(task.reviewer, survey).length,
      dimensions: [],
    })),
    estimate: {
      calls: estimate.calls,
      input_tokens: estimate.inputTokens,
      output_tokens: estimate.outputTokens,
      cost_usd: estimate.costUsd,
      waves: request.waves === 'auto' ? waves : Math.min(waves, request.waves),
      not_covered: listNotCovered(survey, ports, listOutOfBudget(state, first, request, ports)),
    },
    run: { playbook: 'review', mode: 'review', model: request.model },
    warnings: [...request.warnings, ...survey.snapshot.warnings, ...warnOfPrices(estimate.unpriced)],
  };
}

/** Waves of the agent that needs most. */
function countWaves(
  state: ReviewState,
  plan: WavePlan<Pick<Driver, 'hasContext'>>,
  driverFor: PlanPorts['driverFor'],
): number {
  const { isolation } = plan.record;
  return Math.max(
    1,
    ...plan.tasks.map(({ reviewer, budgetTokens }) => {
      const { hasContext } = driverFor(reviewer);
      return estimateWaves(queueOf(reviewer, state, hasContext), { budgetTokens, isolation, hasContext });
    }),
  );
}

const warnOfPrices = (agents: number): readonly string[] =>
  agents === 0 ? [] : [`⚠️ the price of ${agents} reviewers' models is unknown: the estimated cost is without them`];

/** The reviewers that are models, with what they will have before them. */
const planAgents = (
  state: ReviewState,
  plan: WavePlan<Pick<Driver, 'hasContext'>>,
  ports: PlanPorts,
): readonly PlannedAgent[] =>
  plan.tasks
    .filter(({ reviewer }) => ports.driverFor(reviewer).hasContext)
    .map(({ reviewer, budgetTokens }) => {
      const { isolation } = plan.record;
      const files = filesOf(reviewer, state.survey);
      return {
        budgetTokens,
        isolation,
        files: files.length,
        scopeTokens: sumTokens(files),
        waves: Math.max(
          1,
          estimateWaves(queueOf(reviewer, state, true), { budgetTokens, isolation, hasContext: true }),
        ),
        price: ports.priceOf(reviewer),
      };
    });

/** Files for which the waves that are allowed will not suffice. */
const listOutOfBudget = (
  state: ReviewState,
  plan: WavePlan<Pick<Driver, 'hasContext'>>,
  { waves }: ReviewRequest,
  { driverFor }: PlanPorts,
): readonly { readonly path: string }[] =>
  plan.tasks.flatMap(({ reviewer, budgetTokens }) => {
    const { hasContext } = driverFor(reviewer);
    const terms = { budgetTokens, isolation: plan.record.isolation, hasContext };
    return listLeftOver(queueOf(reviewer, state, hasContext), terms, waves);
  });

/** Files that one of their reviewers will leave out: out of reach or budget, or in a language it does not understand. */
function listNotCovered(
  survey: Survey,
  { canReview }: PlanPorts,
  outOfBudget: readonly { readonly path: string }[],
): readonly string[] {
  const misunderstood = survey.files.filter((file) =>
    survey.reviewers.some((reviewer) => isAssigned(reviewer, file.language) && !canReview(reviewer, file.language)),
  );
  const paths = [...misunderstood, ...survey.owed, ...outOfBudget].map((file) => file.path);
  return [...new Set(paths)].sort(comparePaths);
}
