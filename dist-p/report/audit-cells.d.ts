/** The matrix of files against dimensions, for people: what is open comes first, so that a cut never hides it. */
import type { CoverageMark, Dimension } from '../protocol/dimension.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
export interface CellRow {
    readonly path: string;
    /** In the order of `dimensions`; null where the file does not matter to the dimension. */
    readonly marks: readonly (CoverageMark | null)[];
    readonly isOpen: boolean;
}
export interface CellMatrix {
    readonly dimensions: readonly Dimension[];
    readonly rows: readonly CellRow[];
}
export declare function arrangeCells({ coverage }: ReportDocument): CellMatrix;
