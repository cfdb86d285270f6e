/**
 * Which single finding blocks: the grounds of each reviewer (FACT-12). Reviewers without grounds of their own can still
 * say VETO for their whole result; whether anybody listens is decided in verdict.ts.
 */
import type { FindingStatus } from './finding.ts';
import { type Severity } from './severity.ts';
export interface VetoCandidate {
    readonly severity: Severity;
    readonly status: FindingStatus;
    readonly category: string | null;
    readonly cwe: string | null;
    readonly title: string;
    readonly issue: string;
    readonly file: string | null;
    readonly line: number | null;
    readonly source: string | null;
    readonly sink: string | null;
    readonly flow: string | null;
    readonly extra: Readonly<Record<string, unknown>>;
}
/** Why this finding of this reviewer blocks by itself, for people to read; null where it does not. */
export declare function vetoReasonOf(reviewerName: string, finding: VetoCandidate): string | null;
