import type { ReportAgent, ReportDocument, ReportFileCoverage, ReportRecalled, Verdict } from '../protocol/report-document.ts';
import type { SkippedFile } from '../protocol/synthesis.ts';
import type { AgentRun } from './agent-record.ts';
import type { AgentTotal } from './review-state.ts';
import type { Survey } from './survey.ts';
/** One row per agent, model and wave; its counts concern that wave's assignment (HOST-07). */
export declare function composeAgentRow(run: AgentRun, verdict: Verdict, vetoReasons: readonly string[], owed: readonly SkippedFile[]): ReportAgent;
export declare function composeFileCoverage(survey: Survey, totals: readonly AgentTotal[]): readonly ReportFileCoverage[];
/** Share of agent × file cells that were reviewed; a review has no dimensions. */
export declare function composeCoverage(files: readonly ReportFileCoverage[], complete: boolean, recalled: readonly ReportRecalled[]): ReportDocument['coverage'];
