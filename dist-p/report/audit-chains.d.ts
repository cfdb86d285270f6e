/** Attack chains as the formats for people show them: those followed one by one, those that merely fit by their pattern. */
import type { ReportDocument } from '../protocol/report-document.ts';
import { type Severity } from '../protocol/severity.ts';
export type ReportChain = ReportDocument['attack_chains'][number];
/** Chains that nobody followed, by their pattern: what it needs, the findings that open one, those that follow. */
export interface CandidateChains {
    readonly title: string;
    /** The worst that any of them would be. */
    readonly severity: Severity;
    readonly pairs: number;
    readonly preconditions: readonly string[];
    readonly openers: readonly string[];
    readonly followers: readonly string[];
    readonly amplification: string;
}
export declare const groupCandidates: ({ attack_chains: chains }: ReportDocument) => readonly CandidateChains[];
/** How a chain that is no mere candidate stands, in words. */
export declare const describeLink: ({ standing, reason }: ReportChain) => string;
