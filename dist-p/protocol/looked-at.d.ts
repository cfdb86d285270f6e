/**
 * Whether a run looked for a finding of another one: at its file, through the eyes that had found it, deep enough. Null is
 * yes; anything else says in words why nobody can tell. In doubt it is no: not looked at is never fixed.
 */
import type { ReportDocument, ReportFinding } from './report-document.ts';
/** What the run that has the finding says about its scope. */
type Origin = Pick<ReportDocument, 'scope'>;
export declare function explainUnseen(finding: ReportFinding, origin: Origin, report: ReportDocument): string | null;
/** Whether a file is missing since it does not exist: then what was found in it is not there either. */
export declare const isGone: (path: string, origin: Origin, report: ReportDocument) => boolean;
export {};
