/**
 * Asks a model one question of an agent: the worst case of every attempt is claimed from the limits of the run before it is made, what
 * arrives is counted by us, and an answer longer than was granted is cut. Every attempt is booked as the provider billed it, or as
 * claimed where it did not say, and charged against the limits with the higher of both counts (cost control, TRUST-04). Where other
 * agents hold what is left, it waits until one of them is done. Created by wiring/model-reviewers.ts, called by conversation.ts.
 */

import type { TokenCounter } from '../../ports/file-index.ts';
import { joinSignals } from '../../ports/join-signals.ts';
import type {
  AnswerSchema,
  CallResult,
  HiddenKind,
  Model,
  ModelAttempt,
  ModelMessage,
  ToolDescription,
  TurnRequest,
} from '../../ports/model.ts';
import type { PriceEntry } from '../../protocol/budget/model-prices.ts';
import type { CallAccount, Claim, WorstCase } from '../../protocol/budget/run-account.ts';
import { nameCaller } from '../../protocol/report/run-ledger.ts';
import type { KeyedCaller } from '../../runs/recorded-calls.ts';
import { createSliceCounter } from './slice-counter.ts';

export interface Question {
  readonly conversation: string;
  readonly isReduced?: boolean;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  readonly answerSchema?: AnswerSchema;
  readonly maxOutputTokens: number;
  /** Whether a whole answer without calls is worth keeping for the same question; absent: always. */
  readonly isUsable?: (text: string) => boolean;
  readonly onText: (chunk: string) => void;
  /** Thoughts and arguments as they arrive. */
  readonly onHidden?: (chunk: string, kind: HiddenKind) => void;
  /** Before the wait for another attempt: why, and for how long. */
  readonly onWait?: (message: string) => void;
  /** Before every attempt: who is asked now. Text of an attempt before it is lost; it begins again. */
  readonly onAttempt: (model: string) => void;
}

/** Asks the model, with retries, and claims the worst case of every attempt before it is made. */
export type AskModel = (question: Question, signal: AbortSignal) => Promise<CallResult>;

export interface AskOptions {
  readonly caller: KeyedCaller;
  /** Names the agent and its wave; calls are numbered behind it. */
  readonly key: string;
  /** Who asks, by the name that events give it. */
  readonly agent: string;
  readonly model: Model;
  readonly fallback: Model | null;
  readonly account: CallAccount;
  /** Whether it is asked after the reviewers, to judge what they found: then it is paid from what was kept for that. */
  readonly isTail?: boolean;
  /** Null where nobody knows it; then the run has no limit on money. */
  readonly priceOf: (model: string) => PriceEntry | null;
  readonly counter: TokenCounter;
  readonly reasoning?: TurnRequest['reasoning'];
  readonly idleTimeoutMs: number;
  readonly callTimes?: Pick<TurnRequest, 'callTimeoutMs' | 'firstByteTimeoutMs'>;
}

/** Our count is of another tokenizer, and messages have a frame: the claim is never below the bill. */
const INPUT_MARGIN = 1.5;
const FRAME_TOKENS = 1000;

/** A conversation is asked again with every turn: what was counted once is not counted again. */
function createInputCounter(counter: TokenCounter): (question: Question) => number {
  const known = new WeakMap<object, number>();
  let system = { text: '', tokens: 0 };
  const countOnce = (part: object): number => {
    const tokens = known.get(part) ?? counter.count(JSON.stringify(part));
    known.set(part, tokens);
    return tokens;
  };
  return (question) => {
    if (question.system !== system.text) system = { text: question.system, tokens: counter.count(question.system) };
    const messages = question.messages.reduce((sum, message) => sum + countOnce(message), 0);
    return system.tokens + messages + countOnce(question.tools);
  };
}

const boundInput = (counted: number): number => Math.ceil(counted * INPUT_MARGIN) + FRAME_TOKENS;

interface Grant extends Required<Pick<TurnRequest, 'onText' | 'onHidden'>> {
  /** Of the asker, and of the cut. */
  readonly signal: AbortSignal;
  /** Another attempt begins. */
  begin(): void;
  /** Tokens the attempt has written, by our count. */
  count(): number;
  /** Stopped by us for its length, a call is an answer that was cut. */
  judge(result: CallResult): CallResult;
}

const PAST_GRANT = 'the answer is longer than it was granted';

/** Counts what an attempt writes while it arrives and stops the call where that is more than was granted (TRUST-04). */
function openGrant(question: Question, counter: TokenCounter, signal: AbortSignal): Grant {
  const cut = new AbortController();
  let written = createSliceCounter(counter);
  const take = (chunk: string): void => {
    written.add(chunk);
    if (written.exceeds(question.maxOutputTokens)) cut.abort(PAST_GRANT);
  };
  return {
    signal: joinSignals([signal, cut.signal]),
    begin() {
      written = createSliceCounter(counter);
    },
    onText(chunk) {
      question.onText(chunk);
      take(chunk);
    },
    onHidden(chunk, kind) {
      question.onHidden?.(chunk, kind);
      take(chunk);
    },
    count() {
      written.end();
      return written.tokens;
    },
    judge: (result) =>
      cut.signal.aborted && result.kind === 'ended' && result.outcome.kind === 'aborted'
        ? { ...result, outcome: { ...result.outcome, kind: 'truncated', message: PAST_GRANT } }
        : result,
  };
}

/** The next question goes on from the end of this one, and this one from the end of the last: a provider may keep both. */
const endPrefixes = (messages: Question['messages']): Question['messages'] =>
  messages.map((message, index) =>
    index === messages.length - 1 || index === messages.length - 3
      ? { ...message, endsCacheablePrefix: true }
      : message,
  );

type CallTerms = Pick<TurnRequest, 'reasoning' | 'idleTimeoutMs' | 'callTimeoutMs' | 'firstByteTimeoutMs'>;

const toRequest = (question: Question, grant: Grant, terms: CallTerms): TurnRequest => ({
  conversation: question.conversation,
  ...(question.isReduced === true ? { isReduced: true } : {}),
  system: question.system,
  isSystemCacheable: true,
  messages: endPrefixes(question.messages),
  tools: question.tools,
  ...(question.answerSchema === undefined ? {} : { answerSchema: question.answerSchema }),
  maxOutputTokens: question.maxOutputTokens,
  ...terms,
  onText: grant.onText,
  onHidden: grant.onHidden,
});

export function createAsk(options: AskOptions): AskModel {
  const { caller, key, agent, model, fallback, account, isTail = false, priceOf, counter } = options;
  const { reasoning, idleTimeoutMs, callTimes } = options;
  const terms = { ...(reasoning === undefined ? {} : { reasoning }), idleTimeoutMs, ...callTimes };
  // Members of a panel have labels of their own; the bill tells them apart by the model.
  const payer = nameCaller(`${key}/1`);
  const countInput = createInputCounter(counter);
  let calls = 0;
  return async (question, signal) => {
    calls += 1;
    const callKey = `${key}/${calls}`;
    const { maxOutputTokens } = question;
    const grant = openGrant(question, counter, signal);
    const inputTokens = countInput(question);
    const worst = (more: Pick<WorstCase, 'by' | 'key'>): WorstCase => ({
      isTail,
      inputTokens: boundInput(inputTokens),
      outputTokens: maxOutputTokens,
      ...more,
    });
    let claim: Claim | null = null;
    let booked = 0;
    const settle = ({ outcome, model: asked, waitMs, reusedFrom }: ModelAttempt): void => {
      if (reusedFrom !== undefined) account.noteReused({ agent: payer, model: asked });
      if (outcome.mayBeBilled) claim?.settle(outcome.usage, { inputTokens, outputTokens: grant.count() });
      else claim?.release();
      claim = null;
      if (waitMs !== null) question.onWait?.(`${asked} ${outcome.kind}, asked again in ${Math.ceil(waitMs / 1000)} s`);
    };
    const call = {
      key: callKey,
      agent,
      model,
      fallback,
      signal: grant.signal,
      request: toRequest(question, grant, terms),
      ...(question.isUsable === undefined ? {} : { isUsable: question.isUsable }),
      mayAttempt: async (asked: { readonly model: string; readonly attempt: number; readonly isFree?: boolean }) => {
        const { model: name, attempt, isFree = false } = asked;
        question.onAttempt(name);
        grant.begin();
        if (isFree) return true;
        const claimed = worst({ by: { agent: payer, model: name }, key: `${callKey}#${name}#${attempt}` });
        claim = await account.claim(claimed, priceOf(name));
        return claim !== null;
      },
      onAttempt: settle,
      // Nobody knows what they cost: their worst case is booked.
      onLost: (times: number) => {
        if (model.isPaidElsewhere === true) return;
        for (; booked < times; booked += 1)
          account.bookLost(worst({ by: { agent: payer, model: model.name } }), priceOf(model.name));
      },
    };
    for (;;) {
      const result = grant.judge(await caller.call(call));
      // Refused for what others may use: they will use less, so it is asked again when one of them is done.
      const isFirst = result.kind === 'denied' && result.attempts === 0 && !signal.aborted;
      const room = isFirst ? account.untilRoom(worst({}), priceOf(model.name)) : null;
      if (room === null)
        return result.kind === 'denied' ? { ...result, ...explain(account, worst({}), priceOf(result.model)) } : result;
      await orAborted(room, signal);
    }
  };
}

const explain = (account: CallAccount, worst: WorstCase, price: PriceEntry | null): { readonly reason?: string } =>
  account.explainRefusal === undefined ? {} : { reason: account.explainRefusal(worst, price) };

const orAborted = (room: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    room.then(end, end);
  });
