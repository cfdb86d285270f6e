const RANKS = { '❌': 0, '⚠️': 1, '✅': 2, 'N/A': 3 };
export function arrangeCells({ coverage }) {
    const dimensions = [...new Set(coverage.cells.map(({ dimension }) => dimension))];
    const rows = [...Map.groupBy(coverage.cells, ({ path }) => path)].map(([path, cells]) => {
        const marks = dimensions.map((dimension) => worstMark(cells.filter((cell) => cell.dimension === dimension)));
        return { path, marks, isOpen: marks.some((mark) => mark === '❌' || mark === '⚠️') };
    });
    return { dimensions, rows: rows.toSorted((a, b) => worstOf(a) - worstOf(b)) };
}
const worstMark = (cells) => cells.map(({ status }) => status).toSorted((a, b) => RANKS[a] - RANKS[b])[0] ?? null;
const worstOf = ({ marks }) => Math.min(...marks.map((mark) => (mark === null ? 3 : RANKS[mark])));
