/**
 * The full summary of a run in its seven sections (REDUCE-03): what an orchestrator opens when a signal is not enough.
 * A pure function of the report; says what the report says, and where a list is cut, how much is missing.
 */
import type { ReportDocument } from '../protocol/report-document.ts';
export declare function formatSummary(report: ReportDocument): string;
