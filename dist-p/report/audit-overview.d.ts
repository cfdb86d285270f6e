import { type CoverageMark, type Dimension } from '../protocol/dimension.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type Severity } from '../protocol/severity.ts';
/** Traced, verified or read whole; searched only; untouched. */
interface CellCounts {
    readonly covered: number;
    readonly shallow: number;
    readonly missing: number;
}
export interface DimensionRow {
    readonly dimension: Dimension;
    readonly name: string;
    readonly track: string;
    readonly mark: CoverageMark;
    /** Cells by mark; endpoints apart from files, as in the control dimensions. */
    readonly files: CellCounts;
    readonly endpoints: CellCounts;
    /** What agents claim, where it differs from the host's figure. */
    readonly claimed: string | null;
    /** Why it is N/A; null where it is not. */
    readonly reason: string | null;
}
export declare function listDimensionRows(report: ReportDocument): readonly DimensionRow[];
export declare function describeCells({ mark, files, endpoints, reason }: DimensionRow): string;
export interface RoundLine {
    readonly name: string;
    readonly agents: number;
    readonly findings: number;
    readonly gaps: string;
    readonly decision: string;
}
export declare const listRoundLines: (report: ReportDocument) => readonly RoundLine[];
/** How many findings of each severity ended how. */
export declare function countOutcomes(report: ReportDocument): readonly {
    readonly severity: Severity;
    readonly counts: Readonly<Record<string, number>>;
}[];
/** One sentence for a reader who reads no further. */
export declare function summarizeAudit(report: ReportDocument): string;
/** Which grave findings have no score of their path, and why; null where all have one. */
export declare function describeUnscored({ audit, findings }: ReportDocument): string | null;
export {};
