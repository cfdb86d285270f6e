/**
 * A run's calls of models as data: recorded while they are made, played again without a provider. A replay is strict: a
 * question that was never recorded, or not in these words, is an error and no answer (byte-identical reports).
 */
import type { CallResult, ModelAttempt, ModelCall } from '../../model-port.ts';

export interface KeyedCall extends ModelCall {
  /** The same call has the same key in every run of the same scope. */
  readonly key: string;
  /** Who asks, by the name that events give it; for those who watch. */
  readonly agent?: string;
}

export interface KeyedCaller {
  call(call: KeyedCall): Promise<CallResult>;
}

export interface RecordedCall {
  readonly key: string;
  /** Mark of the question's words. */
  readonly question: string;
  /** The answer in the pieces in which it arrived; null where an attempt ended. */
  readonly pieces: readonly (string | null)[];
  readonly attempts: readonly ModelAttempt[];
  readonly result: CallResult;
}

export type MarkQuestion = (text: string) => string;

export const wordsOf = ({ request, model }: KeyedCall): string =>
  JSON.stringify(
    [model.name, request.system, request.messages, request.tools, request.maxOutputTokens],
    (key, value) =>
      // What a provider may keep is no part of the question.
      key === 'endsCacheablePrefix' ? undefined : (value as unknown),
  );

export function createRecordingCaller(
  caller: KeyedCaller,
  mark: MarkQuestion,
  keep: (call: RecordedCall) => void,
): KeyedCaller {
  return {
    async call(call) {
      const pieces: (string | null)[] = [];
      const attempts: ModelAttempt[] = [];
      const result = await caller.call({
        ...call,
        request: {
          ...call.request,
          onText: (piece) => {
            pieces.push(piece);
            call.request.onText?.(piece);
          },
        },
        onAttempt: (attempt) => {
          attempts.push(attempt);
          pieces.push(null);
          call.onAttempt?.(attempt);
        },
      });
      keep({ key: call.key, question: mark(wordsOf(call)), pieces, attempts, result });
      return result;
    },
  };
}

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

export function createReplayingCaller(calls: readonly RecordedCall[], mark: MarkQuestion): KeyedCaller {
  const byKey = new Map(calls.map((call) => [call.key, call]));
  return {
    async call(call) {
      const recorded = byKey.get(call.key);
      if (recorded === undefined)
        return refuse(call, `call ${call.key} is not in the recording: the run took another turn`);
      if (recorded.question !== mark(wordsOf(call)))
        return refuse(call, `call ${call.key} was recorded with other words: other settings or another version`);
      const isAllowed = await playAttempts(call, recorded);
      return isAllowed ? recorded.result : { kind: 'denied', model: call.model.name, attempts: 0, outcome: null };
    },
  };
}

/** False where whoever pays refuses the first attempt: it may be asked again. */
async function playAttempts(
  { request, signal, mayAttempt, onAttempt }: KeyedCall,
  recorded: RecordedCall,
): Promise<boolean> {
  const pieces = recorded.pieces.values();
  for (const [index, attempt] of recorded.attempts.entries()) {
    const isFree = attempt.reusedFrom !== undefined;
    if (mayAttempt?.({ model: attempt.model, attempt: attempt.attempt, isFree }) === false) return index > 0;
    for (const piece of pieces) {
      if (piece === null) break;
      await Promise.resolve();
      if (!signal.aborted) request.onText?.(piece);
    }
    onAttempt?.(attempt);
  }
  return true;
}
