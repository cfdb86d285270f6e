/**
 * From what a provider said (status, code, message, finish reason) to the kind of ending. The messages are those the
 * providers send; an unknown one ends as `failed` or `malformed`, never as an answer.
 */
import type { FailureReason, TurnEnd } from './turn-outcome.ts';
/** An error as the wire showed it: before the stream (with a status) or inside it. */
export interface TurnProblem {
    readonly status: number | null;
    /** Error codes and types of the body or of the socket, in one line. */
    readonly code: string;
    readonly message: string;
    readonly retryAfterMs: number | null;
}
type Unadvised = Exclude<TurnEnd, {
    kind: 'failed';
} | {
    kind: 'replied';
}>;
/** `failed` without advice: who calls knows the names of the variables. */
export type ClassifiedProblem = Unadvised | {
    readonly kind: 'failed';
    readonly reason: FailureReason;
    readonly message: string;
};
export declare function classifyProblem(problem: TurnProblem): ClassifiedProblem;
export interface ReportedFinish {
    /** `stop`, `tool-calls`, `length`, `content-filter`, `error`, `other` or anything a later version may say. */
    readonly unified: string;
    /** The provider's own word, where it gave one. */
    readonly raw: string | null;
}
/** The ending a finished stream has; null where it is a normal one. */
export declare function classifyFinish({ unified, raw }: ReportedFinish): ClassifiedProblem | null;
export {};
