/** The plan as Markdown, with the same content as on a terminal. */
import type { PlanDocument } from '../../protocol/report/plan-document.ts';
import {
  describeBudgets,
  describeMoney,
  describePlanScope,
  describeReuse,
  describeWaves,
  namePlanned,
  planNouns,
} from '../plan-text.ts';
import { escapeProse, toCode, toDetails, toTable } from './markdown-text.ts';

const LISTED_FILES = 100;

export function formatPlanMarkdown(plan: PlanDocument): string {
  const { scope, budget, agents, estimate, run, warnings } = plan;
  const reuse = describeReuse(plan);
  const rest = estimate.not_covered.length - LISTED_FILES;
  const blocks: readonly (readonly string[])[] = [
    [`# ═══ Plan: ${run.playbook} of ${escapeProse(scope.selection)} ═══`],
    warnings.map((warning) => `> ${escapeProse(warning)}`),
    [
      `- Scope: ${escapeProse(describePlanScope(plan))}`,
      `- Reads: ${escapeProse(run.model)}`,
      `- Budgets: ${run.playbook === 'audit' ? describeBudgets(plan) : `base × ${budget.scale} for ${budget.total_tokens} tokens`}`,
      `- Isolation: ${budget.isolation}`,
      `- ${planNouns(plan).passes}: ${describeWaves(plan)}`,
      `- Estimate: ${escapeProse(describeMoney(plan))}`,
      ...(reuse === null ? [] : [`- Reuse: ${escapeProse(reuse)}`]),
    ],
    toTable(
      [run.playbook === 'audit' ? 'Agent' : 'Reviewer', 'Budget', 'Files', 'Dimensions'],
      'lrrl',
      agents.map((agent) => [
        toCode(namePlanned(agent, plan)),
        String(agent.budget_tokens),
        String(agent.files),
        agent.dimensions.join(', '),
      ]),
    ),
    estimate.not_covered.length === 0
      ? []
      : [
          `## Would not be reviewed (${estimate.not_covered.length})`,
          '',
          ...estimate.not_covered.slice(0, LISTED_FILES).map((path) => `- ${toCode(path)}`),
          ...(rest > 0 ? [`- … ${rest} more; the JSON plan has them all`] : []),
        ],
    toDetails(
      `Left out (${scope.ignored.length})`,
      scope.ignored.map(({ path, reason }) => `- ${toCode(path)}: ${reason}`),
    ),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
