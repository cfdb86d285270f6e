/**
 * Gives a reviewer on a model the next lines of its files, in order of priority, each line once, until budget or files end (HOST-10,
 * HOST-16, PRIORITY-05). As answer of a tool (review-tools.ts), or as text in a message where the model has no tools or a small window
 * (review-agent.ts).
 */
import type { AgentTools, LedgerView, ToolAnswer } from '../../../ports/agent-tools.ts';
import type { AssignedFile, Assignment } from '../../../ports/driver.ts';
import { NO_MORE_FILES } from '../../../prompts/review-tools.ts';
import { isCovered, mergeRanges } from '../../../protocol/coverage/coverage.ts';
import { ASSIGNED_SHARE } from '../../../protocol/coverage/waves.ts';
import type { LineRange } from '../../../protocol/findings/finding.ts';

/** What has to reach the agent of a file. */
const neededOf = ({ changed, lines }: Pick<AssignedFile, 'changed' | 'lines'>): readonly LineRange[] =>
  changed ?? (lines === 0 ? [] : [{ start: 1, end: lines }]);

const firstGap = (needed: readonly LineRange[], have: readonly LineRange[]): LineRange | null => {
  const delivered = mergeRanges(have);
  for (const { start, end } of mergeRanges(needed)) {
    let from = start;
    for (const range of delivered) if (range.start <= from && from <= range.end) from = range.end + 1;
    if (from > end) continue;
    const next = delivered.find((range) => range.start > from && range.start <= end);
    return { start: from, end: next === undefined ? end : next.start - 1 };
  }
  return null;
};

/** The first file that has not been delivered whole, and the lines of it that come next; null where all are. */
function findNext(
  files: readonly AssignedFile[],
  delivered: ReadonlyMap<string, readonly LineRange[]>,
): { readonly file: AssignedFile; readonly range: LineRange } | null {
  for (const file of files) {
    const have = [...(file.delivered ?? []), ...(delivered.get(file.path) ?? [])];
    const range = isCovered(have, neededOf(file)) ? null : firstGap(neededOf(file), have);
    if (range !== null) return { file, range };
  }
  return null;
}

/** While another wave may follow, nobody begins a file that could only be looked at in part (HOST-16). */
const mayBegin = ({ mayContinue }: Assignment, { mode }: LedgerView): boolean => !(mayContinue && mode !== 'full');

/** Files the agent could still ask for. */
export const countLeft = (assignment: Assignment, context: AgentTools, ledger: LedgerView): number =>
  ledger.mode === 'force_return' || !mayBegin(assignment, ledger)
    ? 0
    : assignment.files.filter((file) => findNext([file], context.delivered()) !== null).length;

/** A changed file of which the agent has no changed line yet, with the functions around them; null where its lines have to do. */
async function showFresh(
  { path, language, changed, delivered = [] }: AssignedFile,
  context: AgentTools,
  roomTokens?: number,
): Promise<ToolAnswer | null> {
  if (changed === null) return null;
  const have = [...delivered, ...(context.delivered().get(path) ?? [])];
  const isBegun = changed.some(({ start, end }) => have.some((range) => range.start <= end && start <= range.end));
  return isBegun ? null : context.showChange({ path, language, changed }, roomTokens);
}

/** The next lines in order of priority; null where there are none for this agent now. */
async function takeNext(assignment: Assignment, context: AgentTools, ledger: LedgerView): Promise<ToolAnswer | null> {
  const next = mayBegin(assignment, ledger) ? findNext(assignment.files, context.delivered()) : null;
  if (next === null) return null;
  const { file, range } = next;
  const shown = await showFresh(file, context);
  return shown ?? context.call('read_file', { path: file.path, start_line: range.start, end_line: range.end });
}

export const serveNextFile = async (assignment: Assignment, context: AgentTools, ledger: LedgerView): Promise<string> =>
  (await takeNext(assignment, context, ledger))?.text ?? NO_MORE_FILES;

/** For a model without tools: null also where the budget ends the feeding. */
export async function feedNextFile(
  assignment: Assignment,
  context: AgentTools,
  ledger: LedgerView,
): Promise<string | null> {
  const answer = await takeNext(assignment, context, ledger);
  return answer === null || answer.delivered.length === 0 ? null : answer.text;
}

/** Whether the agent has not been given all of its files. */
export const hasUnread = ({ files }: Assignment, context: AgentTools): boolean =>
  findNext(files, context.delivered()) !== null;

/** Fewer lines of a file than this say too little to be worth an answer. */
const MIN_LINES = 12;
/** What the number before a line costs. */
const NUMBER_TOKENS = 3;

/**
 * The same for a small window: no more than leaves room to answer; what is left of a file comes in the next wave. A file of
 * which nothing can be shown does not keep the others back.
 */
export async function feedNextPart(
  assignment: Assignment,
  context: AgentTools,
  ledger: LedgerView,
): Promise<string | null> {
  for (const file of assignment.files) {
    const next = mayBegin(assignment, ledger) ? findNext([file], context.delivered()) : null;
    if (next === null) continue;
    const { start, end } = next.range;
    const room = ledger.budgetTokens * ASSIGNED_SHARE - ledger.usedTokens;
    const shown = await showFresh(file, context, room);
    if (shown !== null && shown.delivered.length > 0) return shown.text;
    const most = Math.floor(room / (file.tokens / Math.max(1, file.lines) + NUMBER_TOKENS));
    if (most < (ledger.usedTokens === 0 ? 1 : Math.min(MIN_LINES, end - start + 1))) continue;
    const last = Math.min(end, start + most - 1);
    const answer = await context.call('read_file', { path: file.path, start_line: start, end_line: last });
    if (answer.delivered.length > 0) return answer.text;
  }
  return null;
}
