/** What the formats for people say of a finding's validation: who decided, which steps were taken with what result, the proof. */
import type { AuditDocument } from '../protocol/audit-document.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report-document.ts';
export interface Check {
    /** Who decided, how and why. */
    readonly verdict: string;
    /** `1 flow: pass (…)`, each step that was taken. */
    readonly steps: readonly string[];
    /** Of Critical and High findings; null elsewhere. */
    readonly proof: string | null;
}
/** Null where nobody was to validate it. */
export declare function describeCheck(audit: AuditDocument | null, finding: ReportFinding): Check | null;
/** The places of findings that were merged into this one; null where there is one place. */
export declare function describePlaces({ extra, file, line }: ReportFinding): string | null;
/** Semgrep in one sentence: its version, how it ended, and what became of its hits. */
export declare function describeSemgrep({ audit, analyzers }: ReportDocument): string;
