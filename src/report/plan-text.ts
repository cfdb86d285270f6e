/** Sentences about a plan that its formats share. */

import { AUDIT_TOKENS_PER_TURN, planTurns } from '../protocol/budget/turns.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { AUDIT_MODE_PROFILES } from '../protocol/rounds/audit-mode.ts';

const count = (value: number): string => value.toLocaleString('en-US');

export function describePlanScope({ scope }: PlanDocument): string {
  const languages = Object.entries(scope.languages).map(([name, files]) => `${files} ${name}`);
  const detail = languages.length === 0 ? '' : ` (${languages.join(', ')})`;
  return `${count(scope.files)} files, ${count(scope.loc)} lines, ${count(scope.tokens)} tokens${detail}`;
}

export function describeWaves({ estimate, run }: PlanDocument): string {
  if (run.playbook === 'audit') {
    const rounds = `at most ${count(estimate.waves)} ${estimate.waves === 1 ? 'round' : 'rounds'}`;
    return run.mode === 'quick' ? `${rounds}, nothing is validated` : `${rounds}, then deep dive and validation`;
  }
  const missed = estimate.not_covered.length;
  const rest = missed === 0 ? 'enough for everything' : `which leaves ${count(missed)} files unreviewed`;
  return `about ${count(estimate.waves)}, ${rest}`;
}

/** What a plan counts in, and what sits at its table: waves of reviewers, rounds of agents. */
export const planNouns = ({ run }: PlanDocument): { readonly passes: string; readonly seats: string } =>
  run.playbook === 'audit' ? { passes: 'Rounds', seats: 'Agents' } : { passes: 'Waves', seats: 'Reviewers' };

/** Audit agents have a budget of turns, reviewers one that grows with the scope (AUD-26). */
export const describeBudgets = ({ budget, run, estimate }: PlanDocument): string =>
  run.playbook === 'audit'
    ? describeTurns(estimate.waves, run.model)
    : `base × ${budget.scale} for ${count(budget.total_tokens)} tokens`;

/** `25 turns of 4,096 tokens for each agent in round 1, 20 in round 2`. */
export function describeTurns(rounds: number, model: string): string {
  const turns = Array.from({ length: rounds }, (_, i) => `${planTurns(i + 1).maxTurns} in round ${i + 1}`);
  const rest = turns.slice(1);
  const said = `${planTurns(1).maxTurns} turns of ${count(AUDIT_TOKENS_PER_TURN)} tokens, read and written, for each agent in round 1${rest.map((text) => `, ${text}`).join('')}`;
  return model === 'embedded' ? `${said}; embedded agents read outside any context and use none` : said;
}

/** What the budgets of a run were: of an audit in turns, of a review by the size of the scope. */
export const describeRunBudgets = (
  { budget, run }: Pick<ReportDocument, 'budget' | 'run'>,
  scope = `${budget.total_tokens} tokens`,
): string =>
  run.mode === 'review'
    ? `× ${budget.scale} for ${scope}, ${budget.isolation} context`
    : describeTurns(AUDIT_MODE_PROFILES[run.mode].maxRounds, run.model);

/** With the model where an agent has several rows. */
export const namePlanned = ({ agent, model }: PlanDocument['agents'][number], { agents }: PlanDocument): string =>
  agents.filter((row) => row.agent === agent).length > 1 ? `${agent} (${model ?? 'embedded'})` : agent;

export const describeMoney = (plan: PlanDocument): string => {
  const { calls, input_tokens, output_tokens } = plan.estimate;
  const word = plan.run.playbook === 'audit' ? 'at most' : 'about';
  return calls === 0
    ? 'no model calls, no cost'
    : `${word} ${count(calls)} calls, ${count(input_tokens)} tokens in, ${count(output_tokens)} out, ${describeCost(plan)}`;
};

/** What earlier runs have paid for; null where that is nothing. */
export function describeReuse({ agents, estimate }: PlanDocument): string | null {
  const recalled = agents.filter(({ model }) => model !== null).map((agent) => agent.files_recalled);
  const most = Math.max(0, ...recalled);
  if (most === 0) return null;
  const files = `${recalled.every((files) => files === most) ? '' : 'up to '}${count(most)} ${most === 1 ? 'file was' : 'files were'}`;
  return `${files} reviewed before under the same conditions (${count(estimate.reused_calls)} calls not made again)`;
}

function describeCost({ agents, estimate }: PlanDocument): string {
  if (estimate.unpriced_agents === agents.filter(({ model }) => model !== null).length) return 'price unknown';
  return `$${estimate.cost_usd.toFixed(2)}`;
}
