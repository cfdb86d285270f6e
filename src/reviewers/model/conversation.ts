/**
 * Holds the conversation of one agent with its model, turn by turn, for reviews, audits and repairs: asks, charges what it writes
 * while it arrives, answers its tool calls, tells it when to be brief and when to return, and ends at its result, or at the limit of
 * turns, budget or time. At the soft limit of the budget there is one short answer without tools. Returns a `ConversationEnd`; a
 * failed call never counts as a result (HOST-01..03, HOST-11, MODE-12, MODE-16, AUD-26, TRUST-04, TRUST-05).
 */
import type { AgentTools, ToolDefinition } from '../../ports/agent-tools.ts';
import { underSignals } from '../../ports/join-signals.ts';
import type { CallResult, HiddenKind, ModelMessage, ToolDescription, ToolResult } from '../../ports/model.ts';
import { COMPRESS, GO_ON, LAST_ANSWER, LOOKING_IS_OVER, NOT_JSON } from '../../prompts/conversation.ts';
import { endWithNotice } from '../../prompts/mode-notice.ts';
import { formatReached } from '../../protocol/budget/run-limits.ts';
import type { ToolCall, TurnOutcome } from '../../protocol/calls/turn-outcome.ts';
import { planFinalAnswer } from '../../protocol/output/output-estimate.ts';
import type {
  AgentCall,
  AgentPolicy,
  AgentSession,
  CallAnswer,
  ConversationEnd,
  DeliveredLines,
} from './agent-policy.ts';
import type { Question } from './ask-model.ts';
import { describeCall } from './describe-call.ts';
import { tellAsText } from './tell-as-text.ts';
import { createWritingMeter, type PayCall } from './writing-meter.ts';

/** Less room than this holds no answer. */
const MIN_OUTPUT_TOKENS = 64;
/** Turns in a row without a call and without a result. */
const MAX_NUDGES = 2;
/** The one answer that is left behind the soft stop is no longer than this, whatever room there is (TRUST-05). */
const LAST_ANSWER_TOKENS = 4096;
/** A repair repeats single findings, never a result. */
const REPAIR_TOKENS = 2048;

interface Conversation extends AgentSession {
  readonly policy: AgentPolicy;
  readonly tools: readonly ToolDescription[];
  readonly returnTools: readonly ToolDescription[];
  readonly messages: ModelMessage[];
  readonly earlier: string[];
  readonly models: string[];
  seen: DeliveredLines;
  nudges: number;
  toldToReturn: boolean;
  toldToCompress: boolean;
  /** Who answers now; null before the first question. */
  model: string | null;
}

export async function converse(session: AgentSession, policy: AgentPolicy): Promise<ConversationEnd> {
  const state = openState(session, policy);
  for (let turn = 1; turn <= policy.maxTurns; turn += 1) {
    const room = outputRoom(session);
    if (room < MIN_OUTPUT_TOKENS) return endOf(state, 'budget', { reason: 'the budget is used up' });
    const isLast = session.account.mode === 'force_return';
    const stage = { mustReturn: isLast || turn > policy.lastExplorationTurn, isLast };
    announce(state, turn, stage);
    const taken = await takeTurn(state, isLast ? Math.min(room, LAST_ANSWER_TOKENS) : room, stage);
    const end = await settleTurn(state, taken, stage);
    if (end !== null) return end;
    state.earlier.push(taken.text);
  }
  const reason = `no result after ${policy.maxTurns} turns`;
  return endOf(state, 'unfinished', { text: state.earlier.pop() ?? '', reason });
}

interface Stage {
  /** Nothing is left to look with: turns or budget are used up. */
  readonly mustReturn: boolean;
  /** The soft stop is reached: no tool is offered, and whatever this answer says, the agent ends with it (TRUST-05). */
  readonly isLast: boolean;
}

const describeTool = ({ name, description, parameters }: ToolDefinition): ToolDescription => ({
  name,
  description,
  inputSchema: parameters as ToolDescription['inputSchema'],
});

const openState = (
  session: AgentSession,
  policy: AgentPolicy,
  tools = policy.tools.map(describeTool),
): Conversation => ({
  ...session,
  policy,
  tools,
  returnTools: policy.returnTools?.map(describeTool) ?? tools,
  messages: [{ role: 'user', text: policy.briefing }],
  earlier: [],
  models: [],
  seen: new Map(),
  nudges: 0,
  toldToReturn: false,
  toldToCompress: false,
  model: null,
});

const endOf = (
  { earlier, models, seen }: Conversation,
  kind: ConversationEnd['kind'],
  more: Partial<ConversationEnd>,
): ConversationEnd => ({
  kind,
  text: '',
  received: '',
  earlier,
  seen,
  reason: null,
  lacksTools: false,
  lacksSchema: false,
  models,
  ...more,
});

/** Tokens the agent may still write before the hard stop. */
const outputRoom = ({ account, thresholds, maxOutputTokens }: AgentSession): number =>
  Math.min(maxOutputTokens, Math.ceil(account.budgetTokens * thresholds.forceReturn) - account.usedTokens - 1);

/**
 * Before every turn, since any of them may write the result: told once that it must return, and once to be brief where its
 * findings would fill the rest (TRUNC-02, TRUNC-06, MODE-12).
 */
function announce(state: Conversation, turn: number, { mustReturn, isLast }: Stage): void {
  const { policy, account, messages } = state;
  if (mustReturn && !state.toldToReturn) {
    state.toldToReturn = true;
    say(messages, policy.mustReturn);
  }
  if (isLast) say(messages, [LAST_ANSWER, policy.lastAnswer?.form ?? ''].join('\n\n').trimEnd());
  const findings = policy.countFindings?.() ?? null;
  if (findings !== null && !state.toldToCompress) {
    state.toldToCompress = planFinalAnswer(findings, account.budgetTokens, account.usedTokens).kind === 'compress';
    if (state.toldToCompress) say(messages, policy.compress ?? COMPRESS);
  }
  const reminder = policy.remind?.(turn) ?? null;
  if (reminder !== null) say(messages, reminder);
}

/** Two messages of one side in a row are one: not every model takes them apart. */
function say(messages: ModelMessage[], text: string): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = { ...last, text: `${last.text}\n\n${text}` };
  else messages.push({ role: 'user', text });
}

interface TakenTurn {
  readonly result: CallResult;
  /** What was paid for. */
  readonly text: string;
  readonly isResult: boolean;
  /** The budget ended the answer while it was written. */
  readonly isStopped: boolean;
  /** The answer filled the room that its budget left it, and the model would have used more. */
  readonly isConfined: boolean;
  readonly payCall: PayCall;
  /** Nothing follows: the agent was told so before, or what it wrote has reached the hard stop. */
  readonly isLast: boolean;
}

async function takeTurn(state: Conversation, maxOutputTokens: number, stage: Stage): Promise<TakenTurn> {
  const { policy } = state;
  const stop = new AbortController();
  const meter = createWritingMeter(state.account, state.counter, state.thresholds);
  let text = '';
  const take = (piece: string | null): void => {
    if (piece === null) stop.abort('budget');
    else if (piece !== '') {
      text += piece;
      policy.onText?.(piece);
    }
  };
  const before = state.seen;
  state.seen = state.context().delivered();
  policy.beginAnswer?.(state.model, stage.isLast);
  const question = {
    conversation: policy.nonce,
    isReduced: policy.isReduced === true,
    system: policy.system,
    ...offer(state, stage),
    maxOutputTokens,
    isUsable: policy.isUsable,
    onText: (chunk: string) => take(meter.take(chunk)),
    onHidden: (chunk: string, kind: HiddenKind) => {
      if (!meter.takeHidden(chunk, kind)) stop.abort('budget');
    },
    onWait: (message: string) => policy.onWait?.(message),
    // What a lost attempt has written is paid for and does not stand in front of the next one.
    onAttempt: (model: string) => {
      meter.lose();
      if (meter.isOver) stop.abort('budget');
      text = '';
      state.model = model;
      policy.beginAnswer?.(model, stage.isLast);
    },
  };
  const result = await underSignals([state.signal, stop.signal], (signal) => askHeld(state, question, stage, signal));
  take(meter.end());
  if (meter.isOver) stop.abort('budget');
  const isStopped = stop.signal.aborted;
  meter.takeUnseen(result.outcome?.usage?.reasoningTokens ?? 0);
  const hasEnded = result.outcome?.kind === 'replied' && !isStopped;
  const isResult = await policy.isResult(text, hasEnded);
  takeBackUnread(state, result, before);
  if (isStopped || hasAnswered(result)) {
    state.context().confirm();
    policy.onAnswered?.();
  }
  const calls = result.outcome?.toolCalls ?? [];
  if (text !== '' || calls.length > 0 || hasEnded) state.models.push(result.model);
  const payCall = meter.priceCalls(calls, hasEnded);
  const isLast = stage.isLast || meter.isOver;
  if (isLast || !hasEnded) await keepRecorded(state, calls, payCall);
  const isConfined = maxOutputTokens < state.maxOutputTokens && hasFilled(result, maxOutputTokens);
  return { result, text, isResult, isStopped, isConfined, payCall, isLast };
}

/** Held to a schema where there is one. Nobody is asked behind the last answer, so who takes none is asked for it in words alone. */
async function askHeld(
  { policy, ask }: Conversation,
  question: Question,
  { isLast }: Stage,
  signal: AbortSignal,
): Promise<CallResult> {
  const answerSchema = (isLast ? policy.lastAnswer?.schema : undefined) ?? policy.answerSchema;
  if (answerSchema === undefined) return ask(question, signal);
  const result = await ask({ ...question, answerSchema }, signal);
  return isLast && isRefused(result) ? ask(question, signal) : result;
}

/** Lines of a question that was not given whole count for nothing (HOST-10, HOST-17). */
function takeBackUnread(state: Conversation, { outcome }: CallResult, before: DeliveredLines): void {
  if (outcome?.kind !== 'replied' || outcome.isUnread !== true) return;
  const context = state.context();
  context.takeBack(before);
  if (state.messages.length === 1) context.takeBackTask();
  state.seen = before;
}

const isRefused = ({ outcome }: CallResult): boolean => outcome?.kind === 'failed' && outcome.reason === 'bad-request';

/** What was said so far, and what there is to call. Without tools it is told as text: providers refuse calls of tools that are not there. */
const offer = (state: Conversation, { mustReturn, isLast }: Stage): Pick<Question, 'messages' | 'tools'> =>
  isLast
    ? { messages: tellAsText(state.messages), tools: [] }
    : { messages: [...state.messages], tools: mustReturn ? state.returnTools : state.tools };

/**
 * An answer that was cut is one. A call that was stopped or failed is none, whatever arrived of it: what it was given may have
 * come to nothing, and no line counts as reviewed for a word that was begun about it (HOST-03, HOST-10).
 */
const hasAnswered = ({ outcome }: CallResult): boolean => outcome?.kind === 'replied' || outcome?.kind === 'truncated';

/** Whether the answer can have used all the room it had; a model may also have a limit of its own. */
const hasFilled = ({ outcome }: CallResult, maxOutputTokens: number): boolean => {
  const usage = outcome?.usage ?? null;
  return usage === null || usage.isEstimated || usage.outputTokens >= maxOutputTokens;
};

const isRecording = ({ recordingTools }: AgentPolicy, { name }: Pick<ToolCall, 'name'>): boolean =>
  recordingTools?.has(name) === true;

/** What an answer that broke off had handed over whole is kept (HOST-02). */
async function keepRecorded(state: Conversation, calls: readonly ToolCall[], payCall: PayCall): Promise<void> {
  for (const call of calls) {
    if (isRecording(state.policy, call)) await answerCall(state, call, { payCall, mustReturn: true });
    else payCall(call);
  }
}

/** Null to go on. */
async function settleTurn(state: Conversation, taken: TakenTurn, stage: Stage): Promise<ConversationEnd | null> {
  const { result, text, isStopped, isConfined, isLast } = taken;
  const { outcome } = result;
  const end = (kind: ConversationEnd['kind'], reason: string | null, lacksTools = false): ConversationEnd =>
    endOf(state, kind, { text, received: outcome?.text ?? '', reason, lacksTools });
  if (isStopped) return end('budget', 'the budget ended the answer');
  if (result.kind === 'denied') return end('denied', result.reason ?? formatReached(null));
  if (outcome === null || result.kind === 'deferred') return end('failed', describeCall(result));
  switch (outcome.kind) {
    case 'replied':
      return taken.isLast ? endWith(state, taken, outcome) : takeReply(state, taken, outcome, stage);
    case 'truncated':
      return end(isConfined || isLast ? 'budget' : 'truncated', 'the answer was cut at the length limit');
    case 'context-exceeded':
      // Nobody is asked again behind the last answer, not with half the work either.
      return end(isLast ? 'budget' : 'context-exceeded', 'the conversation does not fit into the context of the model');
    case 'timed-out':
    case 'stalled':
      return end('timeout', describeCall(result));
    case 'aborted':
      return end('aborted', null);
    default: {
      const lacksTools = outcome.kind === 'failed' && outcome.reason === 'no-tools' && state.tools.length > 0;
      const lacksSchema = isRefused(result) && state.policy.answerSchema !== undefined;
      return { ...end('failed', describeCall(result), lacksTools), lacksSchema };
    }
  }
}

type Reply = Extract<TurnOutcome, { readonly kind: 'replied' }>;

/** The last answer: nobody asks for another, whatever it says (TRUST-05). */
async function endWith(
  state: Conversation,
  { result, text, isResult }: TakenTurn,
  { text: received }: Reply,
): Promise<ConversationEnd> {
  if (!isResult && !hasReturned(state))
    return endOf(state, 'budget', { text, received, reason: 'the budget is used up' });
  state.policy.repair?.ask(false);
  await state.policy.afterResult?.({ model: result.model, hasLooked: false });
  return endOf(state, 'result', { text, received });
}

const hasReturned = ({ policy }: Conversation): boolean => policy.hasReturned?.() === true;

async function takeReply(
  state: Conversation,
  { result, text, isResult: isWritten, payCall }: TakenTurn,
  outcome: Reply,
  { mustReturn }: Stage,
): Promise<ConversationEnd | null> {
  const { policy, messages } = state;
  const { toolCalls, continuation } = outcome;
  messages.push({ role: 'assistant', text: outcome.text, toolCalls, continuation });
  if (toolCalls.length > 0)
    messages.push({ role: 'tool', results: await answerCalls(state, toolCalls, { payCall, mustReturn }) });
  const isResult = isWritten || hasReturned(state);
  const end: EndConversation = (kind, reason) => endOf(state, kind, { text, received: outcome.text, reason });
  if (!isResult && toolCalls.length === 0) return nudge(state, mustReturn, text, end);
  state.nudges = 0;
  if (!isResult) return null;
  await repair(state);
  const hasLooked = !mustReturn && toolCalls.some((call) => !isRecording(policy, call));
  const next = (await policy.afterResult?.({ model: result.model, hasLooked })) ?? null;
  if (next === null) return end('result', null);
  if (policy.beginAnew !== undefined)
    messages.splice(0, messages.length, { role: 'user', text: policy.beginAnew(next) });
  else if (next !== '') say(messages, next);
  return null;
}

/**
 * One question about what a whole result left unusable, charged like every other. It is no turn: without room for it nobody is
 * asked, and where it comes to nothing the result stands as it was.
 */
async function repair(state: Conversation): Promise<void> {
  const { policy, messages, account } = state;
  const room = Math.min(outputRoom(state), REPAIR_TOKENS);
  const mayAsk = account.mode !== 'force_return' && room >= MIN_OUTPUT_TOKENS && state.handsIn !== true;
  const question = policy.repair?.ask(mayAsk) ?? null;
  if (policy.repair === undefined || question === null) return;
  say(messages, question);
  const stage = { mustReturn: true, isLast: false };
  const { result, text, payCall, isLast } = await takeTurn(state, room, stage);
  const { outcome } = result;
  if (outcome?.kind === 'replied' && !isLast) {
    const { toolCalls, continuation } = outcome;
    messages.push({ role: 'assistant', text: outcome.text, toolCalls, continuation });
    if (toolCalls.length > 0)
      messages.push({ role: 'tool', results: await answerCalls(state, toolCalls, { payCall, mustReturn: true }) });
  }
  // What broke off has been kept as far as it was whole.
  state.earlier.push(text);
  policy.repair.end();
}

type EndConversation = (kind: ConversationEnd['kind'], reason: string | null) => ConversationEnd;

/** Neither a call nor a result: told how to go on, or at its end. */
function nudge(state: Conversation, mustReturn: boolean, text: string, end: EndConversation): ConversationEnd | null {
  const { policy, messages } = state;
  if (state.handsIn === true) return end('truncated', 'the output ends without its end marker');
  state.nudges += 1;
  const lacking = policy.listLacking?.(text) ?? [];
  if (state.nudges > MAX_NUDGES) return end('unfinished', describeMisfit(lacking));
  const hint = mustReturn || policy.tools.length === 0 ? policy.mustReturn : GO_ON;
  say(messages, policy.nudge?.(lacking) ?? hint);
  return null;
}

const describeMisfit = (lacking: readonly string[]): string => {
  const missing = lacking.length === 0 ? '' : `: missing ${lacking.join(', ')}`;
  // The nonce says nothing to people.
  return `the model's answer did not match the required format${missing.replaceAll(/_END:[^=:\s]+===/gu, '_END===')}`;
};

type AnswerTerms = Pick<Stage, 'mustReturn'> & Pick<TakenTurn, 'payCall'>;

async function answerCalls(
  state: Conversation,
  calls: readonly ToolCall[],
  terms: AnswerTerms,
): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  for (const call of calls)
    results.push({ toolCallId: call.id, toolName: call.name, ...(await answerCall(state, call, terms)) });
  return results;
}

/** Whoever must return gets nothing more to look at. */
async function answerCall(
  state: Conversation,
  made: ToolCall,
  { payCall, mustReturn }: AnswerTerms,
): Promise<CallAnswer> {
  const { account, context, policy, seen } = state;
  const { name, input } = made;
  const isPaid = payCall(made);
  if (input.kind === 'invalid') return { text: NOT_JSON, isError: true };
  const isSpent = account.mode === 'force_return';
  if ((mustReturn || isSpent) && !isRecording(policy, { name }))
    return { text: endWithNotice(isSpent ? '' : LOOKING_IS_OVER, account), isError: false };
  const call = { name, args: input.value, isPaid, seen };
  return policy.answer?.(call) ?? lookUp(context(), call);
}

/** Answers a call of one of the tools that every agent looks with. */
export async function lookUp(
  context: AgentTools,
  { name, args }: Pick<AgentCall, 'name' | 'args'>,
): Promise<CallAnswer> {
  const { text, kind } = await context.call(name, args);
  return { text, isError: kind === 'failed' };
}
