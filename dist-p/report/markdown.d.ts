/**
 * The report as Markdown, for pull requests and CI logs: the same content as on a terminal, with the matrix of files and
 * agents, and long parts folded away (FACT-15). A pure function of the report.
 */
import type { ReportDocument } from '../protocol/report-document.ts';
export declare function formatMarkdown(report: ReportDocument): string;
