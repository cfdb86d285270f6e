/**
 * Two report documents become one comparison, `consensus-review/comparison@1`: what is new, fixed, still there, and what
 * nobody can tell since only one of the runs looked there. A finding is the same one by its fingerprint.
 */
import { type ComparedFinding, type ComparisonDocument, type ComparisonEntry } from './comparison-document.ts';
import type { ReportDocument } from './report-document.ts';
export declare function compareRuns(before: ReportDocument, after: ReportDocument): ComparisonDocument;
/** The finding as the newest run has it. */
export declare const newestOf: ({ before, after }: ComparisonEntry) => ComparedFinding;
