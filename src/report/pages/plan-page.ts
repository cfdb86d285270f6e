/** The plan as a page: what would be reviewed, by whom, with which budget, and what would not be. */
import type { PlanDocument } from '../../protocol/report/plan-document.ts';
import { code, facts, list, type Page, paragraph, place, section, table, title } from '../blocks.ts';
import { formatCount, plural } from '../numbers.ts';
import { countReasons, describeReader, describeScope, describeTurns } from '../scope-text.ts';
import { writeIgnored } from './report-parts.ts';

const LISTED_FILES = 20;

export function buildPlanPage(plan: PlanDocument): Page {
  const { scope, budget, agents, estimate, run, warnings } = plan;
  const [agentNoun, passes] = run.playbook === 'audit' ? ['Agent', 'Rounds'] : ['Reviewer', 'Waves'];
  return [
    ...title([`Plan: ${run.playbook} of `, scope.selection]),
    ...(warnings.length === 0 ? [] : [{ kind: 'callout', blocks: warnings.flatMap(paragraph) } as const]),
    ...facts([
      ['Scope', describeScope(scope)],
      ['Left out', countReasons(scope.ignored)],
      ['Model', describeReader(run.model)],
      ['Budgets', describeBudgets(plan)],
      [
        'Isolation',
        budget.isolation === 'branch'
          ? `branch: one context per ${agentNoun.toLowerCase()}`
          : 'shared: one context for all',
      ],
      [passes, describePasses(plan)],
      ['Estimate', describeMoney(plan)],
      ['Reuse', describeReuse(plan)],
    ]),
    ...section(
      `${agentNoun}s`,
      table(
        [
          { title: agentNoun, cut: 'end' },
          { title: 'Budget', align: 'right' },
          { title: 'Files', align: 'right' },
          ...(run.playbook === 'audit' ? ['Dimensions'] : []),
        ],
        agents.map((agent) => [
          code(nameAgent(agent, plan)),
          formatCount(agent.budget_tokens),
          formatCount(agent.files),
          ...(run.playbook === 'audit' ? [agent.dimensions.join(', ')] : []),
        ]),
      ),
    ),
    ...section(
      `Would not be reviewed (${estimate.not_covered.length})`,
      list(estimate.not_covered.map(place), { brief: { most: LISTED_FILES, noun: 'files' } }),
    ),
    ...writeIgnored(scope.ignored),
  ];
}

function describePasses({ estimate, run }: PlanDocument): string {
  if (run.playbook === 'audit')
    return `at most ${plural(estimate.waves, 'round')}, ${run.mode === 'quick' ? 'without validation' : 'then deep dive and validation'}`;
  const missed = estimate.not_covered.length;
  const rest = missed === 0 ? 'enough for everything' : `which leaves ${plural(missed, 'file')} unreviewed`;
  return `about ${formatCount(estimate.waves)}, ${rest}`;
}

/** Audit agents have a budget of turns, reviewers one that grows with the scope (AUD-26). */
const describeBudgets = ({ budget, run, estimate }: PlanDocument): string =>
  run.playbook === 'audit'
    ? describeTurns(estimate.waves, run.model)
    : `base × ${budget.scale} for ${plural(budget.total_tokens, 'token')}`;

/** With the model where an agent has several rows. */
const nameAgent = ({ agent, model }: PlanDocument['agents'][number], { agents }: PlanDocument): string =>
  agents.filter((row) => row.agent === agent).length > 1 ? `${agent} (${model ?? 'embedded'})` : agent;

function describeMoney({ estimate, agents, run }: PlanDocument): string {
  const { calls, input_tokens, output_tokens, unpriced_agents, cost_usd } = estimate;
  if (calls === 0) return 'no model calls, no cost';
  const isUnpriced = unpriced_agents === agents.filter(({ model }) => model !== null).length;
  return [
    `${run.playbook === 'audit' ? 'at most' : 'about'} ${plural(calls, 'call')}`,
    `${plural(input_tokens, 'token')} in`,
    `${formatCount(output_tokens)} out`,
    isUnpriced ? 'price unknown' : `$${cost_usd.toFixed(2)}`,
  ].join(', ');
}

/** What earlier runs have paid for; null where that is nothing. */
function describeReuse({ agents, estimate }: PlanDocument): string | null {
  const reused = agents.filter(({ model }) => model !== null).map((agent) => agent.files_recalled);
  const most = Math.max(0, ...reused);
  if (most === 0) return null;
  const upTo = reused.every((files) => files === most) ? '' : 'up to ';
  return `${upTo}${plural(most, 'file')} reviewed before under the same conditions (${plural(estimate.reused_calls, 'call')} not made again)`;
}
