/** What happens when every agent of a round failed or was cut: one restart per audit, then `audit incomplete` (FAILURE-01..03, AUD-25). */
import { type Dimension } from './dimension.ts';
/** The last attempt of one agent: a retry replaces what it retried. */
export interface FinalAttempt {
    readonly status: 'COMPLETED' | 'FAILED' | 'TRUNCATED';
    readonly dimensions: readonly Dimension[];
    readonly maxTurns: number;
}
export interface RestartAgent {
    readonly dimensions: readonly Dimension[];
    readonly maxTurns: number;
}
export type FailureDecision = {
    readonly kind: 'go-on';
} | {
    readonly kind: 'restart';
    readonly agents: readonly RestartAgent[];
    readonly deferred: readonly Dimension[];
}
/** No more hunting; Phases 3 and 4 still run on what exists. */
 | {
    readonly kind: 'incomplete';
    readonly reason: string;
};
export declare const isTotalFailure: (attempts: readonly Pick<FinalAttempt, 'status'>[]) => boolean;
export declare function decideAfterFailure(attempts: readonly FinalAttempt[], restartUsed: boolean): FailureDecision;
