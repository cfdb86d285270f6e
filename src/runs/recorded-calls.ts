/**
 * Wraps the model caller with the journal of the run: each call is made once and kept with its attempts; a kept one is played back and
 * charged as it was. A replay is strict: a question that was never recorded, or not in these words, is an error (byte-identical
 * reports). Called by wiring/model-reviewers.ts.
 */
import { ReviewError } from '../errors.ts';
import type { Journal, Step } from '../ports/journal.ts';
import type { CallResult, HiddenKind, ModelAttempt, ModelCall } from '../ports/model.ts';
import type { TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { hashQuestion, type IncrementalHash } from './question-text.ts';

export interface KeyedCall extends ModelCall {
  /** The same call has the same key in every run of the same scope. */
  readonly key: string;
  /** Who asks, by the name that events give it; for those who watch. */
  readonly agent?: string;
  /** Whether a whole answer without calls of tools is worth keeping for the same question; absent: always. */
  readonly isUsable?: (text: string) => boolean;
  /** Before the call: how often it was begun in an earlier life of the run, with an end that nobody knows. */
  readonly onLost?: (times: number) => void;
}

export interface KeyedCaller {
  call(call: KeyedCall): Promise<CallResult>;
}

/** Text, or what was written beside it: all of it is charged again when it is played. */
type Piece = string | readonly [HiddenKind, string] | null;

export interface RecordedCall {
  readonly key: string;
  /** Hash of the question. */
  readonly question: string;
  /** The answer in the pieces in which it arrived; null where an attempt ended. */
  readonly pieces: readonly Piece[];
  readonly attempts: readonly ModelAttempt[];
  readonly result: CallResult;
}

export type HashText = (text: string) => string;

/** Endings that say nothing about the answer once the run itself was stopped. */
const STOPPED: ReadonlySet<TurnOutcome['kind']> = new Set(['aborted', 'timed-out', 'stalled', 'disconnected']);

/** A call that was put off or never made is asked again for nothing; one that the end of the run cut off may have cost. */
function settleCall({ result, attempts }: RecordedCall, isRunOver: boolean): 'keep' | 'drop' | 'leave' {
  if (result.kind === 'deferred' || (result.kind === 'denied' && attempts.length === 0)) return 'drop';
  if (!isRunOver || result.outcome === null || !STOPPED.has(result.outcome.kind)) return 'keep';
  return attempts.some(({ outcome }) => outcome.mayBeBilled) ? 'leave' : 'drop';
}

async function makeCall(caller: KeyedCaller, call: KeyedCall, question: string): Promise<RecordedCall> {
  const pieces: Piece[] = [];
  const attempts: ModelAttempt[] = [];
  const result = await caller.call({
    ...call,
    request: {
      ...call.request,
      onText: (piece) => {
        pieces.push(piece);
        call.request.onText?.(piece);
      },
      onHidden: (piece, kind) => {
        pieces.push([kind, piece]);
        call.request.onHidden?.(piece, kind);
      },
    },
    onAttempt: (attempt) => {
      attempts.push(attempt);
      if (attempt.outcome.kind === 'replied') dropArguments(pieces);
      pieces.push(null);
      call.onAttempt?.(attempt);
    },
  });
  return { key: call.key, question, pieces, attempts, result };
}

/** Of the last attempt: the calls of a whole reply hold them already. */
function dropArguments(pieces: Piece[]): void {
  const own = pieces.splice(pieces.lastIndexOf(null) + 1);
  pieces.push(...own.filter((piece) => typeof piece === 'string' || piece?.[0] !== 'arguments'));
}

export interface JournaledCalls {
  readonly journal: Journal;
  /** The hash of nothing, from which those of questions grow. */
  readonly emptyHash: IncrementalHash;
  /** Fires when the run itself is ended: answers that it cuts off are not final. */
  readonly signal: AbortSignal;
}

/** Calls that are made once: a recorded one is replayed with its attempts, so that it is charged as it was. */
export const createJournaledCaller = (
  caller: KeyedCaller,
  { journal, emptyHash, signal }: JournaledCalls,
): KeyedCaller => ({
  async call(call) {
    const question = hashQuestion(call, emptyHash);
    const step: Step<RecordedCall> = {
      key: `call/${call.key}`,
      kind: 'call',
      inputHash: question,
      isPaid: true,
      settle: (recorded) => settleCall(recorded, signal.aborted),
    };
    const make = (lost: number): Promise<RecordedCall> => {
      call.onLost?.(lost);
      return makeCall(caller, call, question);
    };
    try {
      const { value, isRecorded, lost } = await journal.step(step, make);
      if (!isRecorded) return value.result;
      call.onLost?.(lost);
      const isAllowed = await replayAttempts(call, value);
      return isAllowed ? value.result : { kind: 'denied', model: call.model.name, attempts: 0, outcome: null };
    } catch (error) {
      if (error instanceof ReviewError && error.code === 'stale-recording') return refuse(call, error.detail);
      throw error;
    }
  },
});

const refuse = (call: KeyedCall, message: string): CallResult => ({
  kind: 'ended',
  model: call.model.name,
  attempts: 0,
  outcome: {
    kind: 'failed',
    reason: 'bad-request',
    text: '',
    toolCalls: [],
    usage: null,
    mayBeBilled: false,
    message,
    advice: 'Replay with the scope, the configuration and the version that were recorded.',
  },
});

/** False where whoever pays refuses the first attempt: it may be asked again. */
async function replayAttempts(
  { request, signal, mayAttempt, onAttempt }: KeyedCall,
  recorded: RecordedCall,
): Promise<boolean> {
  const pieces = recorded.pieces.values();
  for (const [index, attempt] of recorded.attempts.entries()) {
    const isFree = attempt.reusedFrom !== undefined;
    const asked = { model: attempt.model, attempt: attempt.attempt, isFree };
    if ((await mayAttempt?.(asked)) === false) return index > 0;
    for (const piece of pieces) {
      if (piece === null) break;
      await Promise.resolve();
      if (signal.aborted) continue;
      if (typeof piece === 'string') request.onText?.(piece);
      else request.onHidden?.(piece[1], piece[0]);
    }
    onAttempt?.(attempt);
  }
  return true;
}
