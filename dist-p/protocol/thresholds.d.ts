/** The three limits of progressive summarization and the one order in which they make sense (CONFIG-01..03, REV-17). */
/** Shares of an agent's budget, 0..1. */
export interface Thresholds {
    /** From here on only CRITICAL and HIGH are reported. */
    readonly fullAnalysis: number;
    /** From here on nothing more is delivered: the agent is told to return. */
    readonly highSeverity: number;
    /** From here on the host aborts. */
    readonly forceReturn: number;
}
export declare const DEFAULT_THRESHOLDS: Thresholds;
/** What is wrong with a set of thresholds, naming the key to mend; null where 0 < full < high ≤ force ≤ 1. */
export declare function checkThresholds({ fullAnalysis, highSeverity, forceReturn }: Thresholds): string | null;
