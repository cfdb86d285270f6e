/** The baseline of an audit: the embedded reviewers that know of security, over the whole scope, without a budget (FACT-06, AUD-30). */
import type { BaselineScan } from '../../../audit-port.ts';
import type { AnalyzerRow, Driver, IndexedFile, Snapshot } from '../../../ports.ts';
import type { ClaimedFinding } from '../../../protocol/finding.ts';
import type { ReviewerProfile } from '../../../protocol/reviewer.ts';
export interface EmbeddedScan {
    readonly findings: readonly ClaimedFinding[];
    readonly analyzers: readonly AnalyzerRow[];
    /** Files that every analyzer for them has finished. */
    readonly analysed: ReadonlySet<string>;
    readonly status: BaselineScan['embedded']['status'];
}
/** Reviewers whose findings belong to the audit. */
export declare const AUDIT_REVIEWERS: readonly ['security-reviewer', 'vulnerability-reviewer'];
export declare function scanEmbedded(driver: Driver, reviewers: readonly ReviewerProfile[], files: readonly IndexedFile[], { snapshot, signal }: {
    readonly snapshot: Snapshot;
    readonly signal: AbortSignal;
}): Promise<EmbeddedScan>;
