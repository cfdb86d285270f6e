/**
 * One audit agent's conversation, turn by turn: ask, charge what it writes while it arrives, answer its tools, end it at its
 * turns or its budget (TURNS, HOST-01, HOST-02, AUD-26). Knows nothing of what the agent is asked; ends in data.
 */
import type { AuditDesk } from '../../../audit-port.ts';
import type { CallResult, ModelMessage, ToolDescription, ToolResult } from '../../../model-port.ts';
import type { TokenCounter } from '../../../ports.ts';
import type { Thresholds } from '../../../protocol/thresholds.ts';
import type { ToolCall } from '../../../protocol/turn-outcome.ts';
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
  /** Last turn in which tools are offered. */
  readonly lastExplorationTurn: number;
  readonly tools: readonly ToolDescription[];
  readonly mustReturn: string;
  readonly answer: (name: string, args: unknown) => Promise<{ readonly text: string; readonly isError: boolean }>;
  /** Whether the text of a turn is a whole result; then the talk is over. */
  readonly isResult: (text: string) => boolean;
  /** Said before a turn, or null. */
  readonly remind?: (turn: number) => string | null;
  readonly signal: AbortSignal;
}

export interface TalkResult {
  /** `replied`: the agent has spoken its last word, whole or not. */
  readonly kind: 'replied' | 'failed' | 'timeout' | 'aborted';
  /** Everything the agent wrote in its last turn. */
  readonly text: string;
  /** Whether the last turn ended by itself: neither length, nor budget, nor a broken wire. */
  readonly isWhole: boolean;
  readonly reason: string | null;
  readonly turns: number;
}

const MIN_OUTPUT_TOKENS = 64;

export async function talkToAgent(talk: AgentTalk): Promise<TalkResult> {
  const messages: ModelMessage[] = [{ role: 'user', text: talk.briefing }];
  let told = false;
  for (let turn = 1; turn <= talk.maxTurns; turn += 1) {
    const { account } = talk.desk;
    const room = Math.min(
      talk.maxOutputTokens,
      Math.ceil(account.budgetTokens * talk.thresholds.forceReturn) - account.usedTokens - 1,
    );
    if (room < MIN_OUTPUT_TOKENS)
      return { kind: 'replied', text: '', isWhole: false, reason: 'the budget is used up', turns: turn - 1 };
    const isLast = turn > talk.lastExplorationTurn || account.mode === 'force_return';
    if (isLast && !told) {
      told = true;
      say(messages, talk.mustReturn);
    }
    const reminder = talk.remind?.(turn) ?? null;
    if (reminder !== null) say(messages, reminder);
    const taken = await takeTurn(talk, messages, isLast ? [] : talk.tools, room);
    const end = await settle(talk, messages, taken, turn);
    if (end !== null) return end;
  }
  return {
    kind: 'replied',
    text: '',
    isWhole: false,
    reason: `no result after ${talk.maxTurns} turns`,
    turns: talk.maxTurns,
  };
}

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
  tools: readonly ToolDescription[],
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
      tools,
      maxOutputTokens,
      onText: (chunk) => take(meter.take(chunk)),
      // What a lost attempt has written is paid for and does not stand in front of the next one.
      onAttempt: () => {
        take(meter.end());
        text = '';
      },
    },
    AbortSignal.any([talk.signal, stop.signal]),
  );
  take(meter.end());
  return { result, text, isStopped: stop.signal.aborted };
}

/** Null to go on. */
async function settle(
  talk: AgentTalk,
  messages: ModelMessage[],
  { result, text, isStopped }: TakenTurn,
  turns: number,
): Promise<TalkResult | null> {
  const cut = (reason: string): TalkResult => ({ kind: 'replied', text, isWhole: false, reason, turns });
  if (isStopped) return cut('the budget ended the answer');
  if (result.kind === 'denied') return cut('a limit of the run is reached');
  const { outcome } = result;
  if (outcome === null || result.kind === 'deferred')
    return { kind: 'failed', text, isWhole: false, reason: `${result.model} could not be asked now`, turns };
  switch (outcome.kind) {
    case 'replied':
      messages.push({
        role: 'assistant',
        text: outcome.text,
        toolCalls: outcome.toolCalls,
        continuation: outcome.continuation,
      });
      if (outcome.toolCalls.length > 0) {
        messages.push({ role: 'tool', results: await answerAll(talk, outcome.toolCalls) });
        return null;
      }
      if (talk.isResult(text)) return { kind: 'replied', text, isWhole: true, reason: null, turns };
      say(messages, talk.mustReturn);
      return null;
    case 'truncated':
      return cut('the answer was cut at the length limit');
    case 'context-exceeded':
      return cut('the conversation does not fit the model');
    case 'timed-out':
    case 'stalled':
      return { kind: 'timeout', text, isWhole: false, reason: `${result.model} ${outcome.kind}`, turns };
    case 'aborted':
      return { kind: 'aborted', text, isWhole: false, reason: null, turns };
    default:
      return {
        kind: 'failed',
        text,
        isWhole: false,
        reason: `${result.model} ${outcome.kind}${'message' in outcome ? `: ${outcome.message}` : ''}`,
        turns,
      };
  }
}

async function answerAll(talk: AgentTalk, calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  for (const { id, name, input } of calls) {
    const written = input.kind === 'json' ? JSON.stringify(input.value) : input.text;
    const isPaid = talk.desk.account.claim(talk.counter.count(`${name} ${written}`));
    const answer =
      input.kind === 'invalid'
        ? { text: 'the arguments are not JSON', isError: true }
        : isPaid || name === 'report_finding'
          ? await talk.answer(name, input.value)
          : { text: 'the budget is used up', isError: true };
    results.push({ toolCallId: id, toolName: name, ...answer });
  }
  return results;
}
