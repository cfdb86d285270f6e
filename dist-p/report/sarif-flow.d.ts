/** The way of the data from source to sink, where the finding names lines: `:42 → :45(concat) → :50`, `src/a.ts:3`. */
import type { ReportFinding } from '../protocol/report-document.ts';
export interface FlowStep {
    readonly file: string;
    readonly line: number;
    readonly text: string;
}
/** Steps in order; empty where a line is missing or a file is not one of the scope: half a path would mislead. */
export declare function traceFlow(finding: ReportFinding, paths: ReadonlySet<string>): readonly FlowStep[];
