/** The verdict, from findings and what agents said, with a line for every rule that decided (HOST-06, REV-12). */
import type { FindingStatus } from './finding.ts';
import type { Verdict } from './report-document.ts';
import { type Severity } from './severity.ts';
export interface CountableFinding {
    readonly severity: Severity;
    readonly status: FindingStatus;
    /** False where a change scope did not touch its lines. */
    readonly introduced: boolean;
}
/** A finding counts unless it was rejected or suppressed, or was there before the change (HOST-09). */
export declare const isCounted: ({ status, introduced }: CountableFinding) => boolean;
export interface JudgedFinding extends CountableFinding {
    readonly id: string;
    readonly vetoReason: string | null;
    readonly reportedBy: readonly {
        readonly agent: string;
    }[];
}
export interface JudgedAgent {
    readonly agent: string;
    /** What people call it, where one agent speaks with several voices. */
    readonly label?: string;
    /** Its own words; null where it gave none. */
    readonly verdict: Verdict | null;
    readonly vetoReasons: readonly string[];
    readonly canVeto: boolean;
}
export interface VerdictDecision {
    readonly verdict: Verdict;
    readonly trace: readonly string[];
    readonly warnings: readonly string[];
}
/** The verdict of one agent alone: what it said, no milder than its findings demand, no stricter than its right allows. */
export declare function agentVerdict(agent: JudgedAgent, ownFindings: readonly (CountableFinding & {
    readonly vetoReason: string | null;
})[]): {
    readonly verdict: Verdict;
    readonly vetoReasons: readonly string[];
};
export declare function decideVerdict(input: {
    readonly findings: readonly JudgedFinding[];
    readonly agents: readonly JudgedAgent[];
    readonly ignoreVetoes: boolean;
    /** Where nobody has looked at anything, nobody can say OK: whoever reads the verdict alone must not take it for one. */
    readonly hasReviewed?: boolean;
}): VerdictDecision;
