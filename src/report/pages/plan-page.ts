/**
 * Builds the page for a plan: what would be reviewed, by whom, with which budget and cost, what would not be, and what would be sent
 * to whom. Loaded by report/formats.ts.
 */
import { hasRoomForTools } from '../../protocol/budget/model-window.ts';
import type { PlanDocument } from '../../protocol/report/plan-document.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import { code, facts, list, type Page, paragraph, place, section, type Text, table, title } from '../blocks.ts';
import { formatCount, plural } from '../numbers.ts';
import { countReasons, describeReader, describeScope, describeTurns } from '../scope-text.ts';
import { writeIgnored } from './report-parts.ts';

type Outgoing = NonNullable<PlanDocument['outgoing']>;

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
      ['Shown', describeShown(plan)],
      ['Notes', describeNotes(plan)],
      ['Context', describeContext(plan)],
      ['Budgets', describeBudgets(plan)],
      [
        'Isolation',
        budget.isolation === 'branch'
          ? `branch: one context per ${agentNoun.toLowerCase()}`
          : 'shared: one context for all',
      ],
      [passes, describePasses(plan)],
      ['Estimate', describeMoney(plan)],
      ['Limit', describeBounds(plan)],
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
    ...(plan.outgoing === null ? [] : section('What would leave this machine', writeOutgoing(plan.outgoing))),
  ];
}

function writeOutgoing({ hosts, files, total_files, total_bytes, on_request }: Outgoing): Page {
  if (hosts.length === 0) return paragraph('Nothing leaves this machine.');
  const secrets = files.reduce((sum, file) => sum + file.secrets, 0);
  const more = on_request.length;
  return [
    ...table(['To', 'For', { title: 'Gets', isBelow: true }], hosts.map(describeHost)),
    ...paragraph(
      total_files === 0
        ? 'No files are sent.'
        : `${plural(total_files, 'file')}, ${plural(total_bytes, 'byte')}. ${secrets === 0 ? 'No secrets were found in them' : `Secrets replaced by placeholders: ${formatCount(secrets)}`}.`,
    ),
    ...table(
      [
        { title: 'File', cut: 'start' },
        { title: 'Bytes', align: 'right' },
        { title: 'Secrets', align: 'right' },
      ],
      files.map(({ path, bytes, secrets: own }) => [place(path), formatCount(bytes), formatCount(own)]),
      { most: LISTED_FILES, noun: 'files' },
    ),
    ...paragraph(
      more === 0
        ? null
        : `Models may read ${more === 1 ? '1 other file' : `${formatCount(more)} other files`} of this folder with their tools; \`-f json\` lists them.`,
    ),
  ];
}

function describeHost({ host, kind, name, gets, local }: Outgoing['hosts'][number]): readonly Text[] {
  const program = kind === 'program' ? name.replace(/^command\//u, '') : name;
  const address =
    host ??
    (kind === 'model'
      ? 'an address that its package chooses'
      : `program ${program}, which sends where it is configured to`);
  return [local ? `${address} (this machine)` : address, code(name), gets];
}

function describePasses({ estimate, run }: PlanDocument): string {
  if (run.playbook === 'audit')
    return `at most ${plural(estimate.waves, 'round')}, ${run.mode === 'quick' ? 'without validation' : 'then deep dive and validation'}`;
  const missed = estimate.not_covered.length;
  const rest = missed === 0 ? 'enough for everything' : `which leaves ${plural(missed, 'file')} unreviewed`;
  return `about ${formatCount(estimate.waves)}, ${rest}`;
}

/** Audit agents have a budget of turns, reviewers one that grows with the scope (AUD-26). */
const describeBudgets = ({ budget, run, estimate, agents }: PlanDocument): string =>
  run.playbook === 'audit'
    ? describeTurns(estimate.waves, run.model)
    : `base × ${budget.scale} for ${plural(budget.total_tokens, 'token')}${describeWindow(agents)}`;

/** The smallest window bounds what an agent can be given at once. */
function describeWindow(agents: PlanDocument['agents']): string {
  const windows = agents.flatMap(({ window_tokens }) => (window_tokens === null ? [] : [window_tokens]));
  return windows.length === 0 ? '' : `, within a window of ${plural(Math.min(...windows), 'token')}`;
}

/** With the model where an agent has several rows. */
const nameAgent = ({ agent, model }: PlanDocument['agents'][number], { agents }: PlanDocument): string =>
  agents.filter((row) => row.agent === agent).length > 1 ? `${agent} (${model ?? 'embedded'})` : agent;

/** Null where a model is given the scope whole, or none is asked. */
function describeShown({ scope, agents, estimate: { calls, shown_tokens } }: PlanDocument): string | null {
  if (calls === 0 || shown_tokens >= scope.tokens) return null;
  // Who has no room for tools is given its code and nothing else.
  const canAsk = agents.every(({ window_tokens }) => hasRoomForTools(window_tokens));
  return `${formatCount(shown_tokens)} of ${plural(scope.tokens, 'token')}: changes with their functions${canAsk ? '; more on request' : ''}`;
}

/** Notes of the project that every reviewer on a model is given; null where there are none. */
function describeNotes({ context }: PlanDocument): string | null {
  const notes = context?.notes ?? [];
  if (notes.length === 0) return null;
  const tokens = notes.reduce((sum, note) => sum + note.tokens, 0);
  const shown = notes.reduce((sum, note) => sum + note.shown_tokens, 0);
  const amount = shown < tokens ? `${formatCount(shown)} of ${plural(tokens, 'token')}` : plural(tokens, 'token');
  return `${listSome(
    notes.map(({ path }) => path),
    5,
  )}: ${amount} for every reviewer`;
}

const describeContext = ({ context }: PlanDocument): string | null =>
  context === undefined || context.source === null
    ? null
    : `${plural(context.points, 'point')} of ${context.source}, answered by one reviewer`;

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

/** Where the run stops, whatever its models do, and how far that is from what is expected; null where none is asked. */
function describeBounds({ estimate }: PlanDocument): string | null {
  const { max_tokens, max_cost_usd, input_tokens, output_tokens } = estimate;
  if (max_tokens === 0) return null;
  const money = max_cost_usd === null ? '' : ` and $${max_cost_usd.toFixed(2)}`;
  const times = Math.floor(max_tokens / Math.max(1, input_tokens + output_tokens));
  const distance =
    times < 2
      ? ''
      : `, ${formatCount(times)} times the estimate: reached only by models that use every turn they have; \`--max-tokens\` sets another limit`;
  return `the run stops at ${plural(max_tokens, 'token')}${money}, retries and fallbacks included${distance}`;
}

/** What earlier runs have paid for; null where that is nothing. */
function describeReuse({ agents, estimate }: PlanDocument): string | null {
  const reused = agents.filter(({ model }) => model !== null).map((agent) => agent.files_recalled);
  const most = Math.max(0, ...reused);
  if (most === 0) return null;
  const upTo = reused.every((files) => files === most) ? '' : 'up to ';
  return `${upTo}${plural(most, 'file')} reviewed before under the same conditions (${plural(estimate.reused_calls, 'call')} not made again)`;
}
