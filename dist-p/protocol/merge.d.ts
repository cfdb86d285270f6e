/**
 * Findings that mean the same, put together, weighed, ranked and numbered (FACT-09, FACT-14, AUD-22, AUD-27). Nothing is
 * dropped: every finding is a member of exactly one group. The result does not depend on the order of the findings.
 */
import { type MergeRules } from './group-placed.ts';
import { type Mergeable } from './mergeable.ts';
import { type Severity } from './severity.ts';
export interface MergedGroup<T> {
    /** The member that tells it best, one with a place if there is one: confidence, then flow, then severity, then an agent before a rule (FACT-09). */
    readonly representative: T;
    readonly members: readonly T[];
    readonly severity: Severity;
    /** First and last line over all members; null where none has a place. */
    readonly line: number | null;
    readonly endLine: number | null;
}
/** Two near lines of one agent are two problems. */
export declare const REVIEW_RULES: MergeRules;
/** Near findings are one, whoever reported them (FACT-09). */
export declare const AUDIT_RULES: MergeRules;
export declare function mergeFindings<T extends Mergeable>(findings: readonly T[], rules?: MergeRules): readonly MergedGroup<T>[];
/** One voice's word for a finding: how sure it is, and how much of its scope it has seen (REV-14). */
export interface Vote {
    readonly agent: string;
    readonly confidence: number;
    readonly weight: number;
}
/** Confidence of all voices together: each once with its best, so that a second one raises it and a partial one counts less. */
export declare function consensusConfidence(votes: readonly Vote[]): number;
export interface Rankable {
    readonly severity: Severity;
    /** Weighted. */
    readonly confidence: number;
    readonly agreement: {
        readonly k: number;
    };
    readonly file: string;
    readonly line: number;
    readonly title: string;
}
/** Most severe first, then the surest, then the one more agents agree on, then by place. */
export declare const rankFindings: <T extends Rankable>(findings: readonly T[]) => readonly T[];
/** Final ids `C-01`, `H-01`, `M-01`, `L-01`, in the order given. */
export declare function numberFindings<T extends {
    readonly severity: Severity;
    readonly id: string;
}>(sorted: readonly T[]): readonly T[];
