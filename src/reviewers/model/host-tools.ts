/**
 * The tools of a model reviewer that are the host's own: the next file in order of priority, a finding, a finished file.
 * Everything else it asks for goes to the context tools, which are paid for (HOST-10, HOST-16, PRIORITY-05).
 */
import type { AgentTools, LedgerView, ToolAnswer, ToolDefinition } from '../../ports/agent-tools.ts';
import type { AssignedFile, Assignment, FindingFate } from '../../ports/driver.ts';
import { isCovered, mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';

const text = { type: 'string' } as const;

export const REPORT_FINDING: ToolDefinition = {
  name: 'report_finding',
  description: 'Record one finding. It is kept from this moment on, whatever happens later.',
  parameters: {
    type: 'object',
    required: ['severity', 'category', 'file', 'line', 'issue', 'evidence', 'recommendation'],
    properties: {
      severity: { type: 'string', enum: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] },
      category: text,
      file: { ...text, description: 'path as it was given to you' },
      line: { type: 'integer', minimum: 1 },
      end_line: { type: 'integer', minimum: 1 },
      title: { ...text, description: 'the problem in a few words' },
      issue: { ...text, description: 'what is wrong and what follows from it' },
      evidence: { ...text, description: 'the code at these lines, quoted exactly, without line numbers' },
      recommendation: text,
      cwe: { ...text, description: 'CWE-89' },
      source: text,
      sink: text,
      flow: text,
      confidence: { type: 'string', enum: ['high', 'medium', 'low'] },
      references: { type: 'array', items: text },
    },
  },
};

const FILE_DONE: ToolDefinition = {
  name: 'file_done',
  description: 'Say that you have finished a file.',
  parameters: { type: 'object', required: ['path'], properties: { path: text } },
};

const NEXT_FILE: ToolDefinition = {
  name: 'next_file',
  description: 'The next of your files, or the next part of it, in order of priority.',
  parameters: { type: 'object', properties: {} },
};

/** In a shared scope all files are there already. */
export const listHostTools = ({ isolation }: Pick<Assignment, 'isolation'>): readonly ToolDefinition[] =>
  isolation === 'shared' ? [REPORT_FINDING, FILE_DONE] : [NEXT_FILE, REPORT_FINDING, FILE_DONE];

/** What has to reach the agent of a file. */
export const neededOf = ({ changed, lines }: Pick<AssignedFile, 'changed' | 'lines'>): readonly LineRange[] =>
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
): { readonly path: string; readonly range: LineRange } | null {
  for (const file of files) {
    const have = [...(file.delivered ?? []), ...(delivered.get(file.path) ?? [])];
    const range = isCovered(have, neededOf(file)) ? null : firstGap(neededOf(file), have);
    if (range !== null) return { path: file.path, range };
  }
  return null;
}

/** While another wave may follow, nobody begins a file that could only be looked at in part (HOST-16). */
const mayBegin = ({ mayContinue }: Assignment, { mode }: LedgerView): boolean => !(mayContinue && mode !== 'full');

const NO_MORE = 'there is no further file for you now: return your result';

/** Files the agent could still ask for. */
export const countLeft = (assignment: Assignment, context: AgentTools, ledger: LedgerView): number =>
  ledger.mode === 'force_return' || !mayBegin(assignment, ledger)
    ? 0
    : assignment.files.filter((file) => findNext([file], context.delivered()) !== null).length;

/** The next lines in order of priority; null where there are none for this agent now. */
async function takeNext(assignment: Assignment, context: AgentTools, ledger: LedgerView): Promise<ToolAnswer | null> {
  const next = mayBegin(assignment, ledger) ? findNext(assignment.files, context.delivered()) : null;
  if (next === null) return null;
  const { path, range } = next;
  return context.call('read_file', { path, start_line: range.start, end_line: range.end });
}

export const serveNextFile = async (assignment: Assignment, context: AgentTools, ledger: LedgerView): Promise<string> =>
  (await takeNext(assignment, context, ledger))?.text ?? NO_MORE;

/** For a model without tools: null also where the budget ends the feeding. */
export async function feedNextFile(
  assignment: Assignment,
  context: AgentTools,
  ledger: LedgerView,
): Promise<string | null> {
  const answer = await takeNext(assignment, context, ledger);
  return answer === null || answer.delivered.length === 0 ? null : answer.text;
}

/** What the agent is told about its finding. */
export function formatFate(fate: FindingFate): string {
  switch (fate.kind) {
    case 'recorded':
      return fate.doubt === null ? 'recorded' : `recorded as unverified: ${fate.doubt}`;
    case 'rejected':
    case 'homeless':
      return `rejected: ${fate.reason}`;
    case 'counted':
      return 'counted, not kept: only CRITICAL and HIGH are recorded now';
    case 'refused':
      return 'not recorded: the budget is used up';
  }
}
