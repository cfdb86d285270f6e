/** The plan for people at a terminal: what would be reviewed, by whom, with which budget, and what would not be. */
import type { PlanDocument } from '../../protocol/report/plan-document.ts';
import { padEnd, padStart, toLine, toName } from '../plain-text.ts';
import {
  describeBudgets,
  describeMoney,
  describePlanScope,
  describeReuse,
  describeWaves,
  namePlanned,
  planNouns,
} from '../plan-text.ts';
import {
  capLines,
  createPage,
  formatCount,
  INDENT,
  joinSections,
  type Page,
  type Section,
  type TerminalOptions,
  withTitle,
  writeLabelled,
  writeProse,
} from './terminal-page.ts';

const LISTED_FILES = 20;
const LABEL = 'Isolation  ';

export function formatPlanTerminal(plan: PlanDocument, options: TerminalOptions): string {
  const page = createPage(options);
  return joinSections([
    [page.style.bold(`═══ Plan: ${plan.run.playbook} of ${toLine(plan.scope.selection)} ═══`)],
    plan.warnings.flatMap((warning) => writeProse(page, warning, '', '   ')).map((line) => page.style.yellow(line)),
    writeFacts(page, plan),
    writeAgents(page, plan),
    writeNotCovered(page, plan),
    page.verbose ? writeIgnored(page, plan) : [],
  ]);
}

function writeFacts(page: Page, plan: PlanDocument): Section {
  const { scope, budget, run } = plan;
  const reuse = describeReuse(plan);
  const write = (label: string, text: string): Section =>
    writeLabelled(page, padEnd(label, LABEL.length), text, INDENT);
  return [
    ...write('Scope', describePlanScope(plan)),
    ...(scope.ignored.length > 0 ? write('Left out', describeLeftOut(plan)) : []),
    ...write('Reads', run.model === 'embedded' ? 'embedded reviewers (rules and analyzers, no model)' : run.model),
    ...write('Budgets', describeBudgets(plan)),
    ...write(
      'Isolation',
      budget.isolation === 'branch'
        ? `branch: one context per ${run.playbook === 'audit' ? 'agent' : 'reviewer'}`
        : 'shared: one context for all',
    ),
    ...write(planNouns(plan).passes, describeWaves(plan)),
    ...write('Estimate', describeMoney(plan)),
    ...(reuse === null ? [] : write('Reuse', reuse)),
  ];
}

function describeLeftOut({ scope }: PlanDocument): string {
  const reasons = [...new Set(scope.ignored.map((file) => file.reason))].sort();
  return reasons
    .map((reason) => `${scope.ignored.filter((file) => file.reason === reason).length} ${reason}`)
    .join(', ');
}

function writeAgents(page: Page, plan: PlanDocument): Section {
  const { agents } = plan;
  const { seats } = planNouns(plan);
  const names = agents.map((agent) => toLine(namePlanned(agent, plan)));
  if (agents.length === 0) return [];
  const width = Math.max(seats.length, ...names.map((name) => name.length));
  const head = `${padEnd(seats, width + INDENT.length)}${padStart('Budget', 12)}${padStart('Files', 8)}`;
  return [
    page.style.bold(head),
    ...agents.map((agent, i) => {
      const dimensions = agent.dimensions.length > 0 ? `  ${page.style.dim(agent.dimensions.join(', '))}` : '';
      return `${INDENT}${padEnd(names[i] ?? '', width)}${padStart(formatCount(agent.budget_tokens), 12)}${padStart(formatCount(agent.files), 8)}${dimensions}`;
    }),
  ];
}

const writeNotCovered = (page: Page, { estimate }: PlanDocument): Section =>
  withTitle(
    page,
    `Would not be reviewed (${estimate.not_covered.length})`,
    capLines(
      page,
      estimate.not_covered.map((path) => `${INDENT}${toName(path)}`),
      LISTED_FILES,
      'files',
    ),
  );

const writeIgnored = (page: Page, { scope }: PlanDocument): Section =>
  withTitle(
    page,
    `Left out (${scope.ignored.length})`,
    scope.ignored.map(({ path, reason }) => `${INDENT}${padEnd(reason, 'outside-root'.length)}  ${toName(path)}`),
  );
