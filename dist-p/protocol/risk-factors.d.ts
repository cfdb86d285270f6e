/**
 * What is known of a finding's risk from the code alone: who reaches it, what it gives away, how hard it is (FACT-10), and
 * the four scores of its attack path (FACT-11). Null where the way to it is unknown: then nothing is scored.
 */
import type { RiskFactors } from './calibration.ts';
/** What the weakness gives away, in words; null for a class that is not known. */
export declare function describeImpact(cwe: string | null): string | null;
export interface RiskFacts {
    readonly cwe: string | null;
    /** Guards on the way from the entry point; null where no entry point is known to lead there. */
    readonly guards: readonly string[] | null;
    /** Calls between the entry point and the flaw. */
    readonly steps: number;
    readonly chain: RiskFactors['chain'];
}
export declare function estimateFactors({ cwe, guards, steps, chain }: RiskFacts): RiskFactors | null;
/** Four scores of 0..3, higher = easier for the attacker; the sum is of 12. */
export interface PathScore {
    readonly authentication: number;
    readonly request: number;
    readonly interaction: number;
    readonly threshold: number;
    readonly total: number;
}
export declare function scorePath(factors: RiskFactors, cwe: string | null): PathScore;
