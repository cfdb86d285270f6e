/** Answers the tool calls of one turn, each paid for as text the agent wrote; findings go to the host at once (HOST-01). */

import type { Assignment, FindingFate, ReviewEvent } from '../../ports/driver.ts';
import type { ToolResult } from '../../ports/model.ts';
import type { ToolCall, TurnOutcome } from '../../protocol/calls/turn-outcome.ts';
import { isRecord, readFinding, readText } from '../../protocol/output/reviewer-claims.ts';
import { formatFate, REPORT_FINDING, serveNextFile } from './host-tools.ts';
import type { Conversation, Progress } from './talk.ts';

export async function* answerTools(
  talk: Conversation,
  progress: Progress,
  calls: readonly ToolCall[],
): AsyncGenerator<ReviewEvent, void> {
  const results: ToolResult[] = [];
  for (const call of calls) {
    const { text, isError } = yield* answerTool(talk, progress, call);
    results.push({ toolCallId: call.id, toolName: call.name, text, isError });
  }
  talk.messages.push({ role: 'tool', results });
}

export const writtenBy = ({ model }: Progress): { readonly model?: string } => (model === null ? {} : { model });

/** Whether a reduced retry has all the findings it may have; whatever asks is counted as refused (TRUNC-12). */
export function isFull({ maxFindings }: Conversation, progress: Progress): boolean {
  if (maxFindings === null || progress.findings < maxFindings) return false;
  progress.refused += 1;
  return true;
}

/** Of an answer that was lost: the findings whose calls had arrived whole. */
export async function* keepFindings(
  talk: Conversation,
  progress: Progress,
  outcome: TurnOutcome | null,
): AsyncGenerator<ReviewEvent, void> {
  if (outcome === null || outcome.kind === 'replied') return;
  for (const { name, input } of outcome.toolCalls) {
    if (name !== REPORT_FINDING.name || input.kind !== 'json') continue;
    const isPaid = talk.tools.account.claim(talk.counter.count(`${name} ${JSON.stringify(input.value)}`));
    yield* recordFinding(talk, progress, input.value, isPaid);
  }
}

type Answer = Pick<ToolResult, 'text' | 'isError'>;

const answerWith = (text: string, isError = false): Answer => ({ text, isError });

async function* answerTool(
  talk: Conversation,
  progress: Progress,
  { name, input }: ToolCall,
): AsyncGenerator<ReviewEvent, Answer> {
  const { assignment, tools, ledger, counter } = talk;
  const written = input.kind === 'json' ? JSON.stringify(input.value) : input.text;
  // The call itself is text the agent wrote.
  const isPaid = tools.account.claim(counter.count(`${name} ${written}`));
  if (input.kind === 'invalid') return answerWith('the arguments are not JSON', true);
  if (name === REPORT_FINDING.name) return answerWith(yield* recordFinding(talk, progress, input.value, isPaid));
  if (!isPaid) return answerWith('the budget is used up', true);
  if (name === 'file_done') return answerWith(yield* closeFile(assignment, input.value));
  if (name === 'next_file') return answerWith(await serveNextFile(assignment, tools.context(), ledger));
  const answer = await tools.context().call(name, input.value);
  return answerWith(answer.text, answer.kind === 'failed');
}

async function* recordFinding(
  talk: Conversation,
  progress: Progress,
  args: unknown,
  isPaid: boolean,
): AsyncGenerator<ReviewEvent, string> {
  const reading = readFinding(args);
  if (reading.kind === 'unusable') return `rejected: ${reading.reason}`;
  if (isFull(talk, progress)) return `refused: at most ${talk.maxFindings} findings this time`;
  let fate = { kind: 'refused' } as FindingFate;
  yield {
    kind: 'finding',
    finding: reading.finding,
    isPaid,
    ...writtenBy(progress),
    tell: (told) => {
      fate = told;
    },
  };
  if (fate.kind === 'recorded') progress.findings += 1;
  return formatFate(fate);
}

async function* closeFile({ files }: Assignment, args: unknown): AsyncGenerator<ReviewEvent, string> {
  const path = isRecord(args) ? readText(args.path) : null;
  if (!files.some((file) => file.path === path) || path === null) return 'that is none of your files';
  yield { kind: 'file-done', path };
  return 'noted';
}
