/**
 * One audit agent's conversation, turn by turn: ask, charge what it writes while it arrives, answer its tools, end it at its
 * turns or its budget (TURNS, HOST-01, HOST-02, AUD-26). Knows nothing of what the agent is asked; ends in data.
 */
import type { AuditDesk } from '../../../ports/auditor.ts';
import type { TokenCounter } from '../../../ports/file-index.ts';
import { joinSignals } from '../../../ports/join-signals.ts';
import type { CallResult, ModelMessage, ToolDescription, ToolResult } from '../../../ports/model.ts';
import { formatReached } from '../../../protocol/budget/run-limits.ts';
import type { Thresholds } from '../../../protocol/budget/thresholds.ts';
import type { ToolCall, TurnOutcome } from '../../../protocol/calls/turn-outcome.ts';
import type { AskModel } from '../talk.ts';
import { createWritingMeter } from '../writing-meter.ts';

export interface AgentTalk {
  readonly desk: AuditDesk;
  readonly ask: AskModel;
  readonly counter: TokenCounter;
  readonly thresholds: Thresholds;
  readonly maxOutputTokens: number;
  readonly system: string;
  readonly briefing: string;
  readonly maxTurns: number;
  /** Last turn in which there is anything to look with. */
  readonly lastExplorationTurn: number;
  /** The same in every turn, so that a provider can keep them; empty for a model without tools. */
  readonly tools: readonly ToolDescription[];
  /** Tools that record and do not look: they answer to the end. */
  readonly recording: ReadonlySet<string>;
  readonly mustReturn: string;
  readonly answer: (name: string, args: unknown) => Promise<{ readonly text: string; readonly isError: boolean }>;
  /** Whether the text of a turn is a whole result; then the talk is over. */
  readonly isResult: (text: string) => boolean;
  /** Said before a turn, or null. */
  readonly remind?: (turn: number) => string | null;
  /** What was said to the agent before this turn has been answered, so it was read. */
  readonly onAnswered?: (model: string) => void;
  readonly signal: AbortSignal;
}

export interface TalkResult {
  /** `replied`: the agent has spoken its last word, whole or not. `denied`: a limit of the run is reached. */
  readonly kind: 'replied' | 'failed' | 'denied' | 'timeout' | 'aborted';
  /** Everything the agent wrote in its last turn. */
  readonly text: string;
  /** What it wrote in the turns before. */
  readonly earlier: readonly string[];
  /** Whether the last turn ended by itself: neither length, nor budget, nor a broken wire. */
  readonly isWhole: boolean;
  readonly reason: string | null;
  /** The model has no tools: it has to be given its code. */
  readonly lacksTools: boolean;
  /** Who answered last. */
  readonly model: string | null;
}

const MIN_OUTPUT_TOKENS = 64;
/** Turns in a row without a call and without a result. */
const MAX_NUDGES = 2;
const GO_ON = 'Go on: look further with the tools, or write your result in the agreed form.';

export async function talkToAgent(talk: AgentTalk): Promise<TalkResult> {
  const progress: Progress = { messages: [{ role: 'user', text: talk.briefing }], earlier: [], nudges: 0, model: null };
  let told = talk.tools.length === 0;
  for (let turn = 1; turn <= talk.maxTurns; turn += 1) {
    const { account } = talk.desk;
    const room = Math.min(
      talk.maxOutputTokens,
      Math.ceil(account.budgetTokens * talk.thresholds.forceReturn) - account.usedTokens - 1,
    );
    if (room < MIN_OUTPUT_TOKENS)
      return endOf(progress, { kind: 'replied', text: '', reason: 'the budget is used up' });
    const isLast = turn > talk.lastExplorationTurn || account.mode === 'force_return';
    if (isLast && !told) {
      told = true;
      say(progress.messages, talk.mustReturn);
    }
    const reminder = talk.remind?.(turn) ?? null;
    if (reminder !== null) say(progress.messages, reminder);
    const taken = await takeTurn(talk, progress.messages, room);
    const end = await settle(talk, progress, taken, isLast);
    if (end !== null) return end;
    progress.earlier.push(taken.text);
  }
  const reason = `no result after ${talk.maxTurns} turns`;
  return endOf(progress, { kind: 'replied', text: progress.earlier.pop() ?? '', reason });
}

interface Progress {
  readonly messages: ModelMessage[];
  readonly earlier: string[];
  nudges: number;
  model: string | null;
}

const endOf = (
  { earlier, model }: Progress,
  end: Pick<TalkResult, 'kind' | 'text' | 'reason'> & Partial<TalkResult>,
): TalkResult => ({ earlier, model, isWhole: false, lacksTools: false, ...end });

function say(messages: ModelMessage[], text: string): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = { ...last, text: `${last.text}\n\n${text}` };
  else messages.push({ role: 'user', text });
}

interface TakenTurn {
  readonly result: CallResult;
  readonly text: string;
  /** The budget ended the answer while it was written. */
  readonly isStopped: boolean;
}

async function takeTurn(
  talk: AgentTalk,
  messages: readonly ModelMessage[],
  maxOutputTokens: number,
): Promise<TakenTurn> {
  const stop = new AbortController();
  const meter = createWritingMeter(talk.desk.account, talk.counter, talk.thresholds);
  let text = '';
  const take = (piece: string | null): void => {
    if (piece === null) stop.abort('budget');
    else text += piece;
  };
  const result = await talk.ask(
    {
      system: talk.system,
      messages: [...messages],
      tools: talk.tools,
      maxOutputTokens,
      onText: (chunk) => take(meter.take(chunk)),
      // What a lost attempt has written is paid for and does not stand in front of the next one.
      onAttempt: () => {
        take(meter.end());
        text = '';
      },
    },
    joinSignals([talk.signal, stop.signal]),
  );
  take(meter.end());
  const isStopped = stop.signal.aborted;
  if (isStopped || text !== '' || hasAnswered(result)) {
    talk.desk.context().confirm();
    talk.onAnswered?.(result.model);
  }
  return { result, text, isStopped };
}

/** By words, by calls of tools, or by silence; a call that broke off before any of them carried what perhaps nobody read. */
const hasAnswered = ({ outcome }: CallResult): boolean =>
  outcome?.kind === 'replied' || outcome?.kind === 'truncated' || (outcome?.toolCalls.length ?? 0) > 0;

/** Null to go on. */
async function settle(
  talk: AgentTalk,
  progress: Progress,
  { result, text, isStopped }: TakenTurn,
  isLast: boolean,
): Promise<TalkResult | null> {
  progress.model = result.model;
  const end = (kind: TalkResult['kind'], reason: string | null, more: Partial<TalkResult> = {}): TalkResult =>
    endOf(progress, { kind, text, reason, ...more });
  if (isStopped) return end('replied', 'the budget ended the answer');
  if (result.kind === 'denied') return end('denied', result.reason ?? formatReached(null));
  const { outcome } = result;
  if (outcome === null || result.kind === 'deferred') return end('failed', `${result.model} cannot be asked now`);
  if (outcome.kind !== 'replied') await keepRecorded(talk, outcome.toolCalls);
  switch (outcome.kind) {
    case 'replied':
      return takeReply(talk, progress, { ...outcome, text }, isLast);
    case 'truncated':
      return end('replied', 'the answer was cut at the length limit');
    case 'context-exceeded':
      return end('replied', 'the conversation does not fit the model');
    case 'timed-out':
    case 'stalled':
      return end('timeout', `${result.model} ${outcome.kind}`);
    case 'aborted':
      return end('aborted', null);
    default:
      return end('failed', `${result.model} ${outcome.kind}${'message' in outcome ? `: ${outcome.message}` : ''}`, {
        lacksTools: outcome.kind === 'failed' && outcome.reason === 'no-tools',
      });
  }
}

async function takeReply(
  talk: AgentTalk,
  progress: Progress,
  { text, toolCalls, continuation }: Extract<TurnOutcome, { readonly kind: 'replied' }>,
  isLast: boolean,
): Promise<TalkResult | null> {
  progress.messages.push({ role: 'assistant', text, toolCalls, continuation });
  if (toolCalls.length > 0) progress.messages.push({ role: 'tool', results: await answerAll(talk, toolCalls, isLast) });
  if (talk.isResult(text)) return endOf(progress, { kind: 'replied', text, reason: null, isWhole: true });
  if (toolCalls.length === 0) return nudge(talk, progress, text, isLast);
  progress.nudges = 0;
  return null;
}

/** What a turn that broke off had handed over whole is kept. */
async function keepRecorded(talk: AgentTalk, calls: readonly ToolCall[]): Promise<void> {
  for (const { name, input } of calls)
    if (talk.recording.has(name) && input.kind === 'json') await talk.answer(name, input.value);
}

/** A checkpoint alone, or thoughts without a deed: the agent goes on, but not for ever. */
function nudge(talk: AgentTalk, progress: Progress, text: string, isLast: boolean): TalkResult | null {
  progress.nudges += 1;
  if (progress.nudges > MAX_NUDGES)
    return endOf(progress, { kind: 'replied', text, reason: 'the answer never took the agreed form' });
  say(progress.messages, isLast || talk.tools.length === 0 ? talk.mustReturn : GO_ON);
  return null;
}

async function answerAll(talk: AgentTalk, calls: readonly ToolCall[], isLast: boolean): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  for (const call of calls) {
    const { id, name, input } = call;
    const written = input.kind === 'json' ? JSON.stringify(input.value) : input.text;
    const isPaid = talk.desk.account.claim(talk.counter.count(`${name} ${written}`));
    results.push({ toolCallId: id, toolName: name, ...(await answerOne(talk, call, isLast, isPaid)) });
  }
  return results;
}

async function answerOne(
  talk: AgentTalk,
  { name, input }: ToolCall,
  isLast: boolean,
  isPaid: boolean,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  if (input.kind === 'invalid') return { text: 'the arguments are not JSON', isError: true };
  if (talk.recording.has(name)) return talk.answer(name, input.value);
  if (isLast) return { text: 'refused: the time to look is over. Write your result now.', isError: true };
  return isPaid ? talk.answer(name, input.value) : { text: 'the budget is used up', isError: true };
}
