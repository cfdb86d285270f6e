/**
 * From a question of an agent to a call of its model: the worst case of every attempt is claimed from the run before it is
 * made, and every attempt is booked as the provider billed it, or as claimed where it did not say (cost control).
 */

import type { TokenCounter } from '../../ports/file-index.ts';
import type { CallResult, Model, ModelAttempt, ModelMessage, ToolDescription } from '../../ports/model.ts';
import type { PriceEntry } from '../../protocol/budget/model-prices.ts';
import type { CallAccount, Claim, WorstCase } from '../../protocol/budget/run-account.ts';
import { nameCaller } from '../../protocol/report/run-ledger.ts';
import type { KeyedCaller } from '../../runs/recorded-calls.ts';

export interface Question {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  readonly maxOutputTokens: number;
  readonly onText: (chunk: string) => void;
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
  readonly idleTimeoutMs: number;
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
    return Math.ceil((system.tokens + messages + countOnce(question.tools)) * INPUT_MARGIN) + FRAME_TOKENS;
  };
}

type Terms = Pick<WorstCase, 'isTail' | 'outputTokens'>;

/** Counted when somebody asks, and once: where nothing is limited and the provider says what it used, nobody does. */
function createWorstCase(countInput: () => number, terms: Terms): (more: Pick<WorstCase, 'by' | 'key'>) => WorstCase {
  let inputTokens: number | null = null;
  return (more) => ({
    ...terms,
    ...more,
    get inputTokens() {
      inputTokens ??= countInput();
      return inputTokens;
    },
  });
}

/** The next question goes on from the end of this one, and this one from the end of the last: a provider may keep both. */
const endPrefixes = (messages: Question['messages']): Question['messages'] =>
  messages.map((message, index) =>
    index === messages.length - 1 || index === messages.length - 3
      ? { ...message, endsCacheablePrefix: true }
      : message,
  );

export function createAsk(options: AskOptions): AskModel {
  const { caller, key, agent, model, fallback, account, isTail = false, priceOf, counter, idleTimeoutMs } = options;
  // Members of a panel have labels of their own; the bill tells them apart by the model.
  const payer = nameCaller(`${key}/1`);
  const countInput = createInputCounter(counter);
  let calls = 0;
  return async (question, signal) => {
    calls += 1;
    const callKey = `${key}/${calls}`;
    const worst = createWorstCase(() => countInput(question), { isTail, outputTokens: question.maxOutputTokens });
    let claim: Claim | null = null;
    let booked = 0;
    const settle = ({ outcome, model: asked, waitMs, reusedFrom }: ModelAttempt): void => {
      if (reusedFrom !== undefined) account.noteReused({ agent: payer, model: asked });
      if (outcome.mayBeBilled) claim?.settle(outcome.usage);
      else claim?.release();
      claim = null;
      if (waitMs !== null) question.onWait?.(`${asked} ${outcome.kind}, asked again in ${Math.ceil(waitMs / 1000)} s`);
    };
    const call = {
      key: callKey,
      agent,
      model,
      fallback,
      signal,
      request: {
        system: question.system,
        isSystemCacheable: true,
        messages: endPrefixes(question.messages),
        tools: question.tools,
        maxOutputTokens: question.maxOutputTokens,
        idleTimeoutMs,
        onText: question.onText,
      },
      mayAttempt: async (asked: { readonly model: string; readonly attempt: number; readonly isFree?: boolean }) => {
        const { model: name, attempt, isFree = false } = asked;
        question.onAttempt(name);
        if (isFree) return true;
        const claimed = worst({ by: { agent: payer, model: name }, key: `${callKey}#${name}#${attempt}` });
        claim = await account.claim(claimed, priceOf(name));
        return claim !== null;
      },
      onAttempt: settle,
      // Nobody knows what they cost: their worst case is booked.
      onLost: (times: number) => {
        for (; booked < times; booked += 1)
          account.bookLost(worst({ by: { agent: payer, model: model.name } }), priceOf(model.name));
      },
    };
    for (;;) {
      const result = await caller.call(call);
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
