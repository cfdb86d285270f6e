/**
 * What the model of a host does with our plugin when it follows the command: it starts the agents of the plan, submits for those who
 * did not, and prints the report. And what its agents do, each by its own ticket.
 */
import { allText, type ModelRequest, stepsOf, toolsOf } from './claude-code.ts';
import { endOf, frame, type Output, type Row } from './connect.ts';
import { type Block, say, type ToolStep, use } from './loopback-model.ts';

export const toolName = (name: string): string => `mcp__plugin_consensus-review_context__${name}`;
const HANDED_IN = 'I have handed in my result.';

const agentTypes = [
  'security',
  'vulnerability',
  'go',
  'code-quality',
  'documentation',
  'user-persona',
  'typescript',
  'python',
].map((name) => `${name}-reviewer`);

export interface Dispatched {
  readonly agent: string;
  readonly ticket: string;
}

/** Null for the coordinator. */
export function findDispatch(request: ModelRequest): Dispatched | null {
  if (toolsOf(request).includes('Agent')) return null;
  const [, agent = '', ticket = ''] = /agent: (\S+)\nticket: (\S+)/u.exec(allText(request)) ?? [];
  return ticket === '' ? null : { agent, ticket };
}

const dispatch = ({ agent, ticket }: Row): Block =>
  use('Agent', {
    description: agent,
    subagent_type: `consensus-review:${agentTypes.includes(agent) ? agent : 'assigned-agent'}`,
    prompt: `agent: ${agent}\nticket: ${ticket}`,
  });

const ticketOf = ({ input }: ToolStep): string => /ticket: (\S+)/u.exec(String(input.prompt))?.[1] ?? '';

/** `plan`: the arguments that the command line of the command stands for. */
export function coordinate(request: ModelRequest, plan: Output): readonly Block[] {
  const steps = stepsOf(request);
  const last = steps.at(-1);
  const begin = [use(toolName('review_plan'), plan)];
  if (last === undefined || last.name === 'WaitForMcpServers') return begin;
  if (last.text.includes('still connecting')) return [use('WaitForMcpServers', {})];
  // A server that has not connected yet has no tools; on a busy machine the first call comes too early.
  if (last.text.startsWith('<tool_use_error>') && steps.length < 40)
    return toolsOf(request).includes('WaitForMcpServers') ? [use('WaitForMcpServers', {})] : begin;
  const status = steps.findLast(({ name }) => [toolName('review_plan'), toolName('review_status')].includes(name));
  const said: Output = status === undefined ? {} : JSON.parse(status.text);
  const ask = [use(toolName('review_status'), { review_id: said.review_id })];
  if (last.name === 'Agent') {
    const silent = steps
      .slice(steps.indexOf(status as ToolStep) + 1)
      .filter(({ name, text }) => name === 'Agent' && !text.includes(HANDED_IN));
    const submit = (step: ToolStep): Block =>
      use(toolName('review_submit'), { ticket: ticketOf(step), output: step.text });
    return silent.length === 0 ? ask : silent.map(submit);
  }
  if (last.name === toolName('review_submit')) return ask;
  if (last.name === toolName('review_report')) return say(String(JSON.parse(last.text).report));
  const rows = said.agents as readonly Row[];
  if (rows.length > 0) return rows.map(dispatch);
  const isOver = (said.next as { readonly action: string }).action === 'report';
  return isOver ? [use(toolName('review_report'), { review_id: said.review_id })] : ask;
}

interface AtWork extends Dispatched {
  /** What its task told it. */
  readonly task: string;
  /** Its calls after that. */
  readonly steps: readonly ToolStep[];
}

/** What an agent does next with its ticket; text is what it answers to the coordinator. */
export type Play = (work: AtWork) => readonly Block[];

/** An output that the server took; it may have asked for more under the same ticket. */
export const isTaken = (step: ToolStep | undefined): boolean =>
  step?.name === toolName('review_submit') &&
  !step.text.includes('"status":"open"') &&
  !step.text.startsWith('refused');

/** An agent fetches its task, does what it does, and says that it handed in once its output was taken. */
export function workOn(
  [first, ...steps]: readonly ToolStep[],
  { agent, ticket }: Dispatched,
  play: Play,
): readonly Block[] {
  if (first === undefined) return [use(toolName('review_task'), { ticket })];
  return isTaken(steps.at(-1)) ? say(HANDED_IN) : play({ agent, ticket, task: first.text, steps });
}

export const callTool = ({ ticket }: Dispatched, name: string, args: Output = {}): readonly Block[] => [
  use(toolName(name), { ticket, ...args }),
];

export const submit = ({ ticket }: Dispatched, output: string): readonly Block[] => [
  use(toolName('review_submit'), { ticket, output }),
];

const isRead = ({ steps }: AtWork): boolean =>
  steps.some(({ text, isError }) => isError || text.includes('there is no further file'));

/** Reads all its files, then does the rest. */
export const readFirst =
  (then: Play): Play =>
  (work) =>
    isRead(work) ? then(work) : callTool(work, 'next_file');

export const handInNothing: Play = (work) =>
  submit(work, frame(work.task, { agent: work.agent, findings: [], verdict: 'OK' }));

/** The result of a hunter, which says the best of itself. */
export const handInHunt: Play = (work) => {
  const dimensions = /^dimensions: (.*)$/mu.exec(work.task)?.[1] ?? '';
  return submit(
    work,
    `===AGENT_RESULT===
agent_id: ${work.agent}
round: ${/round (\d)/u.exec(work.task)?.[1] ?? '1'}
dimensions: ${dimensions}
coverage: ${dimensions.replaceAll(/D\d+/gu, (dimension) => `${dimension}=✅`)}
modules_loaded: none
files_read_count: 99
tool_calls: Grep=9,Read=9
hotspots: none
gaps: none
${endOf(work.task)}
`,
  );
};

/** What the tools of an agent answered it. */
interface Answered extends Dispatched {
  readonly steps: readonly ToolStep[];
}

export const listAnswered = (requests: readonly ModelRequest[]): readonly Answered[] =>
  requests.flatMap((request) => {
    const who = findDispatch(request);
    return who === null ? [] : [{ ...who, steps: stepsOf(request) }];
  });

/** Files of which every line was delivered, as the tools of the agents answered them: by agent, sorted. */
export function listDelivered(
  answered: readonly Answered[],
  files: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const delivered = new Map<string, Set<string>>();
  for (const { agent, steps } of answered) {
    const places = delivered.get(agent) ?? new Set();
    delivered.set(agent, places);
    for (const { text } of steps) for (const place of listPlaces(text)) places.add(place);
  }
  const isWhole = (places: ReadonlySet<string>, path: string): boolean =>
    (files[path] ?? '')
      .trimEnd()
      .split('\n')
      .every((_, at) => places.has(`${path}:${at + 1}`));
  return new Map(
    [...delivered].map(([agent, places]) => [
      agent,
      Object.keys(files)
        .filter((path) => isWhole(places, path))
        .toSorted(),
    ]),
  );
}

/** `path:line` of the numbered lines of an answer, below the line that names their file. */
function listPlaces(text: string): readonly string[] {
  let path = '';
  return text.split('\n').flatMap((line) => {
    path = /^(?:\[continued: )?(\S+), lines \d+-\d+ of \d+\]?$/u.exec(line)?.[1] ?? path;
    const number = /^(\d+)\t/u.exec(line)?.[1];
    return number === undefined ? [] : [`${path}:${number}`];
  });
}
