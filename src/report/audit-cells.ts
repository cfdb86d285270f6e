/**
 * Arranges the coverage cells of an audit as a matrix of files against dimensions, files with open cells first, so that a cut never
 * hides them. Called by pages/audit-parts.ts.
 */
import type { CoverageSymbol, Dimension } from '../protocol/findings/dimension.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';

export interface CellRow {
  readonly path: string;
  /** In the order of `dimensions`; null where the file does not matter to the dimension. */
  readonly symbols: readonly (CoverageSymbol | null)[];
  readonly isOpen: boolean;
}

export interface CellMatrix {
  readonly dimensions: readonly Dimension[];
  readonly rows: readonly CellRow[];
}

const RANKS: Readonly<Record<CoverageSymbol, number>> = { '❌': 0, '⚠️': 1, '✅': 2, 'N/A': 3 };

export function arrangeCells({ coverage }: ReportDocument): CellMatrix {
  const dimensions = [...new Set(coverage.cells.map(({ dimension }) => dimension))];
  const rows = [...Map.groupBy(coverage.cells, ({ path }) => path)].map(([path, cells]) => {
    const symbols = dimensions.map((dimension) => worstSymbol(cells.filter((cell) => cell.dimension === dimension)));
    return { path, symbols, isOpen: symbols.some((symbol) => symbol === '❌' || symbol === '⚠️') };
  });
  return { dimensions, rows: rows.toSorted((a, b) => worstOf(a) - worstOf(b)) };
}

const worstSymbol = (cells: readonly { readonly status: CoverageSymbol }[]): CoverageSymbol | null =>
  cells.map(({ status }) => status).toSorted((a, b) => RANKS[a] - RANKS[b])[0] ?? null;

const worstOf = ({ symbols }: CellRow): number =>
  Math.min(...symbols.map((symbol) => (symbol === null ? 3 : RANKS[symbol])));
