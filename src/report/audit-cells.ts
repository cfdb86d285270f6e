/** The matrix of files against dimensions, for people: what is open comes first, so that a cut never hides it. */
import type { CoverageMark, Dimension } from '../protocol/findings/dimension.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';

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

const RANKS: Readonly<Record<CoverageMark, number>> = { '❌': 0, '⚠️': 1, '✅': 2, 'N/A': 3 };

export function arrangeCells({ coverage }: ReportDocument): CellMatrix {
  const dimensions = [...new Set(coverage.cells.map(({ dimension }) => dimension))];
  const rows = [...Map.groupBy(coverage.cells, ({ path }) => path)].map(([path, cells]) => {
    const marks = dimensions.map((dimension) => worstMark(cells.filter((cell) => cell.dimension === dimension)));
    return { path, marks, isOpen: marks.some((mark) => mark === '❌' || mark === '⚠️') };
  });
  return { dimensions, rows: rows.toSorted((a, b) => worstOf(a) - worstOf(b)) };
}

const worstMark = (cells: readonly { readonly status: CoverageMark }[]): CoverageMark | null =>
  cells.map(({ status }) => status).toSorted((a, b) => RANKS[a] - RANKS[b])[0] ?? null;

const worstOf = ({ marks }: CellRow): number => Math.min(...marks.map((mark) => (mark === null ? 3 : RANKS[mark])));
