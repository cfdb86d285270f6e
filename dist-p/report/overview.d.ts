import type { IgnoreReason, ReportAnalyzer, ReportDocument, ReportFileCoverage, ReportFinding, Verdict } from '../protocol/report-document.ts';
import { type SeverityCounts } from '../protocol/severity.ts';
import { type AskedModels } from './voices.ts';
/** Why an audit leaves a file aside that it has nothing to ask of. */
export declare const NO_DIMENSION = "no-dimension";
interface CoverageShare {
    readonly reviewed: number;
    readonly skipped: number;
    /** REV-10. */
    readonly percent: number;
}
/** One agent over all its waves. */
export interface AgentOverview {
    readonly agent: string;
    readonly verdict: Verdict;
    readonly counts: SeverityCounts;
    readonly coverage: CoverageShare;
    /** Files left over, or an end before its time. */
    readonly isPartial: boolean;
    /** It reviewed nothing and found nothing, so its verdict says nothing either. */
    readonly isUnseen: boolean;
    /** What the numbers do not say: why it ended, what it left out. */
    readonly remarks: readonly string[];
}
export interface UnreviewedFile {
    readonly path: string;
    readonly reason: string;
    /** Agents that should have reviewed it; empty where nobody read it at all. */
    readonly missedBy: readonly string[];
}
export interface Overview {
    readonly agents: readonly AgentOverview[];
    readonly total: Pick<AgentOverview, 'verdict' | 'counts' | 'coverage' | 'isPartial' | 'isUnseen'>;
    /** Which models reviewed for whom. */
    readonly asked: AskedModels;
    /** Findings that decide, most severe first. */
    readonly counted: readonly ReportFinding[];
    /** On lines that the change did not touch. */
    readonly earlier: readonly ReportFinding[];
    /** Rejected or suppressed. */
    readonly setAside: readonly ReportFinding[];
    readonly unreviewed: readonly UnreviewedFile[];
    readonly reducedFiles: readonly string[];
    readonly ignored: readonly (readonly [IgnoreReason, number])[];
    /** Analyzers that did not finish what they should have done. */
    readonly idleAnalyzers: readonly ReportAnalyzer[];
    /** What analyzers that did finish say they cannot see. */
    readonly limits: readonly string[];
}
export declare function summarize(report: ReportDocument): Overview;
/** `1 critical, 2 high`, or null without findings. */
export declare function describeCounts(counts: SeverityCounts): string | null;
/** What stands in the place of counts: nothing found is not the same where nothing was looked at. */
export declare function describeNothing({ isPartial, isUnseen }: Pick<AgentOverview, 'isPartial' | 'isUnseen'>): string;
export declare const NO_VERDICT = "NO VERDICT";
export declare const formatVerdict: ({ verdict, isUnseen }: Pick<AgentOverview, 'verdict' | 'isUnseen'>) => string;
/** `67%`, or `?` where something is missing and nobody knows how much. */
export declare const formatPercent: ({ coverage, isPartial }: Pick<AgentOverview, 'coverage' | 'isPartial'>) => string;
/** `67% ⚠️`, or `100%`. */
export declare const formatCoverage: (row: Pick<AgentOverview, 'coverage' | 'isPartial'>) => string;
/** `src/a.ts:4-7`. */
export declare const formatPlace: ({ file, line, end_line }: ReportFinding) => string;
/** The way of the data from its source to its sink, and the steps between where there are any. */
export declare function describeFlow({ source, sink, flow }: ReportFinding): string | null;
/** How much of the scope was fully reviewed, in one sentence. */
export declare function describeReach(report: ReportDocument): string;
/** Files that were not looked at in full depth, and what that means in this playbook. */
export declare const describeReduced: ({ audit }: ReportDocument, files: number) => string;
/** How the cell of a file and an agent is written in the matrix (FACT-15). */
export declare function formatCell(file: ReportFileCoverage, agent: string): 'Y' | 'SKIP' | '-';
/** Nobody reviewed it. */
export declare const isUncovered: (file: ReportFileCoverage) => boolean;
/**
 * A follow-up command as people read it: one that names hundreds of files is shortened, and says where the whole is. The cells of
 * an audit are few enough by themselves, and the command must work as it is printed.
 */
export declare function shortenSuggestion(text: string): string;
export {};
