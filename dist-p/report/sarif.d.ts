/**
 * The report as SARIF 2.1.0, in the shape that code scanning services read. An incomplete run says so: the invocation is
 * not successful, and every file that was not reviewed is a notification. A cap that bites is one, too.
 */
import type { ReportDocument } from '../protocol/report-document.ts';
export interface SarifOptions {
    readonly toolVersion?: string;
    /** Most results per run; 25,000 is what GitHub takes. */
    readonly maxResults?: number;
}
export declare function formatSarif(report: ReportDocument, options?: SarifOptions): string;
