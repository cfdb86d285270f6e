import type { CallResult, ModelAttempt, ModelCall } from '../../model-port.ts';
import type { Journal } from '../../ports.ts';
export interface KeyedCall extends ModelCall {
    /** The same call has the same key in every run of the same scope. */
    readonly key: string;
    /** Who asks, by the name that events give it; for those who watch. */
    readonly agent?: string;
    /** Before the call: how often it was begun in an earlier life of the run, with an end that nobody knows. */
    readonly onLost?: (times: number) => void;
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
export declare function wordsOf({ request, model }: KeyedCall): string;
export interface JournaledCalls {
    readonly journal: Journal;
    readonly mark: MarkQuestion;
    /** Fires when the run itself is ended: answers that it cuts off are not final. */
    readonly signal: AbortSignal;
}
/** Calls that are made once: a recorded one is played with its attempts, so that it is charged as it was. */
export declare const createJournaledCaller: (caller: KeyedCaller, { journal, mark, signal }: JournaledCalls) => KeyedCaller;
