/** What a model does in a host without agents of its own: it works on the rows of the plan one after the other, and prints the report. */
import type { Output, Row } from './connect.ts';
import { type Block, say, type ToolStep, use } from './loopback-model.ts';
import { type Dispatched, isTaken, type Play, submit, toolName, workOn } from './plugin-script.ts';

const isPlanned = ({ name }: ToolStep): boolean => [toolName('review_plan'), toolName('review_status')].includes(name);

/** Its calls, with the agent whose ticket they name. */
export function listRows(
  steps: readonly ToolStep[],
): readonly (Dispatched & { readonly steps: readonly ToolStep[] })[] {
  const rows = steps.filter(isPlanned).flatMap(({ text }) => (JSON.parse(text) as Output).agents as readonly Row[]);
  return rows.map(({ agent, ticket }) => ({
    agent,
    ticket,
    steps: steps.filter(({ input }) => input.ticket === ticket),
  }));
}

/** What an agent says instead of handing in is submitted for it, once and unchanged. */
function workOnRow(row: ReturnType<typeof listRows>[number], play: Play): readonly Block[] {
  return workOn(row.steps, row, play).flatMap((block) => (block.type === 'text' ? submit(row, block.text) : [block]));
}

/** `plan`: the arguments that the user's words stand for. */
export function workAlone(
  steps: readonly ToolStep[],
  plan: Output,
  playOf: (who: Dispatched) => Play,
): readonly Block[] {
  const last = steps.at(-1);
  const status = steps.findLast(isPlanned);
  if (last === undefined || status === undefined) return [use(toolName('review_plan'), plan)];
  if (last.name === toolName('review_report')) return say(String(JSON.parse(last.text).report));
  const said: Output = JSON.parse(status.text);
  const row = listRows(steps).find(({ steps: mine }) => !mine.some(isTaken));
  if (row !== undefined) return workOnRow(row, playOf(row));
  const isOver = (said.next as { readonly action: string }).action === 'report';
  return [use(toolName(isOver ? 'review_report' : 'review_status'), { review_id: said.review_id })];
}
