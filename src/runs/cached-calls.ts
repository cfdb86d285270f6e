/**
 * Wraps the model caller so that the same question to the same model is not paid for twice: returns the answer of an earlier run from
 * the review cache, else asks and stores the answer. Nonces, which differ from run to run, are replaced by placeholders. Answers that
 * were cut, refused, given by another model or of no use are never reused. Called by wiring/model-reviewers.ts.
 */
import type { CallResult } from '../ports/model.ts';
import type { Reuse } from '../ports/review-cache.ts';
import {
  ANSWER_SCHEMA,
  formatAnswer,
  parseAnswer,
  type ReusedAnswer,
  splitAnswer,
} from '../protocol/cache/cached-answer.ts';
import type { TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { createPlaceholders, type Placeholders } from './nonce-placeholders.ts';
import { writeQuestion } from './question-text.ts';
import type { KeyedCall, KeyedCaller } from './recorded-calls.ts';
import type { Nonces } from './recording-file.ts';

export interface ReusingOptions {
  readonly reuse: Reuse;
  readonly runId: () => string;
  /** When the run first began: it takes only answers that were there then, however often it is interrupted. */
  readonly startedAt?: number;
  /** Goes on after an interruption: takes nothing from runs that began later, which it could not have known when it began. */
  readonly isResumed?: boolean;
  readonly now: () => number;
}

export interface ReusingCaller {
  readonly caller: KeyedCaller;
  /** The nonces of this run, as the questions of this caller hold them. */
  readonly nonces: Nonces;
}

export function createReusingCaller(caller: KeyedCaller, nonces: Nonces, options: ReusingOptions): ReusingCaller {
  const placeholders = createPlaceholders(options.reuse.hash);
  return {
    nonces: {
      next(key) {
        const word = nonces.next(key);
        placeholders.learn(key, word);
        return word;
      },
    },
    caller: { call: (call) => callOrReuse(call, caller, placeholders, options) },
  };
}

async function callOrReuse(
  call: KeyedCall,
  caller: KeyedCaller,
  placeholders: Placeholders,
  { reuse, runId, startedAt = Number.POSITIVE_INFINITY, isResumed = false, now }: ReusingOptions,
): Promise<CallResult> {
  const question = placeholders.hide(writeQuestion(call));
  if (question === null) return caller.call(call);
  // The key tells agents apart: two that are asked the same are asked for two opinions.
  const key = reuse.hash(JSON.stringify([ANSWER_SCHEMA, reuse.owner, call.key, question]));
  const known = reuse.mayReadCache ? (await reuse.reviewCache.read([key])).get(key) : undefined;
  const shown = known === undefined ? null : placeholders.show(known);
  const answer = shown === null ? null : parseAnswer(shown);
  // What this very run has asked for is its journal's to give. Ids of runs begin with the time.
  const isEarlier =
    answer !== null && answer.run !== runId() && answer.at <= startedAt && (!isResumed || answer.run < runId());
  if (isEarlier && !call.signal.aborted) return replayAnswer(call, answer, now());
  const { result, ...heard } = await listen(call, caller);
  const made = toAnswer(result, heard, call.model.name, { run: runId(), at: now() });
  // A provider may have signed its own form of the reply: a placeholder would not be what it signed.
  const mayStand = made !== null && isUsable(made, call) && !placeholders.isIn(JSON.stringify(made.continuation));
  const hidden = mayStand ? placeholders.hide(formatAnswer(made)) : null;
  if (hidden !== null) await reuse.reviewCache.write([{ key, text: hidden }]);
  return result;
}

/** An answer that is no result and calls no tool was of no use: the next run asks again. */
const isUsable = ({ toolCalls, text }: ReusedAnswer, call: KeyedCall): boolean =>
  toolCalls.length > 0 || (call.isUsable?.(text) ?? true);

/** Tells the asker as a provider would, but nothing is claimed and nothing billed. */
async function replayAnswer(call: KeyedCall, answer: ReusedAnswer, at: number): Promise<CallResult> {
  const { text, reasoning, toolCalls, finish, continuation, run } = answer;
  const model = call.model.name;
  const outcome: TurnOutcome = {
    kind: 'replied',
    finish,
    continuation,
    text,
    toolCalls,
    usage: null,
    mayBeBilled: false,
  };
  await call.mayAttempt?.({ model, attempt: 1, isFree: true });
  if (reasoning !== '') call.request.onHidden?.(reasoning, 'reasoning');
  for (const piece of splitAnswer(answer)) {
    await Promise.resolve();
    if (!call.signal.aborted) call.request.onText?.(piece);
  }
  call.onAttempt?.({ model, attempt: 1, startedAtMs: at, endedAtMs: at, outcome, waitMs: null, reusedFrom: run });
  return { kind: 'ended', model, attempts: 1, outcome };
}

/** The answer in the pieces in which the last attempt gave it, and what it thought. */
interface Heard {
  readonly pieces: readonly string[];
  readonly reasoning: string;
}

async function listen(call: KeyedCall, caller: KeyedCaller): Promise<Heard & { readonly result: CallResult }> {
  let pieces: string[] = [];
  let thoughts: string[] = [];
  const result = await caller.call({
    ...call,
    request: {
      ...call.request,
      onText(piece) {
        pieces.push(piece);
        call.request.onText?.(piece);
      },
      onHidden(piece, kind) {
        if (kind === 'reasoning') thoughts.push(piece);
        call.request.onHidden?.(piece, kind);
      },
    },
    mayAttempt(attempt) {
      pieces = [];
      thoughts = [];
      return call.mayAttempt?.(attempt) ?? true;
    },
  });
  return { result, pieces, reasoning: thoughts.join('') };
}

/** Null where it may not stand for another: no whole reply, or not by the model that was asked. */
function toAnswer(
  result: CallResult,
  { pieces, reasoning }: Heard,
  model: string,
  given: Pick<ReusedAnswer, 'run' | 'at'>,
): ReusedAnswer | null {
  if (result.kind !== 'ended' || result.model !== model || result.outcome.kind !== 'replied') return null;
  const { toolCalls, finish, continuation, text } = result.outcome;
  if (pieces.join('') !== text) return null;
  const lengths = pieces.map(({ length }) => length).filter((length) => length > 0);
  return { ...given, text, pieces: lengths, reasoning, toolCalls, finish, continuation };
}
