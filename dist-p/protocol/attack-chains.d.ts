/**
 * Which findings may add up to an attack, and how deep Phase 3 goes (FACT-07). Selects candidates from plain data;
 * whether a chain really holds is for the deep dive to show. A combined severity lives in the chain alone.
 */
import type { Dimension } from './dimension.ts';
import { type Severity } from './severity.ts';
/** What a finding offers to a chain beyond its dimension. */
export type ChainTrait = 'internal-service' | 'upload' | 'traversal' | 'payment' | 'stored' | 'admin-trigger' | 'code-execution' | 'prompt-injection' | 'tool-use';
export interface ChainFinding {
    readonly id: string;
    readonly severity: Severity;
    readonly dimension: Dimension | null;
    readonly traits: readonly ChainTrait[];
    readonly title: string;
    readonly file: string;
    readonly line: number;
}
export interface ModuleFinding extends ChainFinding {
    readonly module: string;
}
interface ChainPattern {
    readonly name: string;
    readonly precondition: string;
    readonly amplification: string;
    readonly opens: (finding: ChainFinding) => boolean;
    readonly follows: (finding: ChainFinding) => boolean;
}
export declare const CHAIN_PATTERNS: readonly ChainPattern[];
export interface AttackChain {
    /** `AC-01`. */
    readonly id: string;
    readonly title: string;
    readonly findings: readonly [string, string];
    readonly preconditions: readonly string[];
    readonly steps: readonly string[];
    readonly amplification: string;
    readonly severity: Severity;
}
export interface ChainSelection {
    readonly chains: readonly AttackChain[];
    /** Candidates beyond the limit, so that the report can say so. */
    readonly leftOut: number;
}
export declare const MAX_CHAINS = 20;
/** At least three Critical or High findings are needed before chains are looked at. */
export type DeepDiveDepth = 'flows' | 'flows-and-chains';
export declare const chooseDepth: (findings: readonly Pick<ChainFinding, 'severity'>[]) => DeepDiveDepth;
/** Candidate chains, most severe first; none where the depth asks for flows only. */
export declare function selectChains(findings: readonly ChainFinding[]): ChainSelection;
/** One level above the worse of the two. */
export declare function combineSeverity(a: Severity, b: Severity): Severity;
/** Q3 of the evaluation: high-risk findings of different modules fit a pattern, and no round has followed both yet. */
export declare function hasCombination(findings: readonly ModuleFinding[], followed: ReadonlySet<string>): boolean;
export {};
