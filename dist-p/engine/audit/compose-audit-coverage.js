import { coverageRatio } from '../../protocol/audit-coverage.js';
import { homeOf, placeOf } from '../../protocol/audit-recon.js';
import { compareDimensions, DIMENSION_PROFILES, DIMENSIONS, formatCoverageMark, } from '../../protocol/dimension.js';
import { quotePath } from '../../protocol/follow-up.js';
import { listGaps } from '../../protocol/gaps.js';
import { comparePaths } from '../../protocol/priority.js';
import { cellKey, listCounted, mergeCells } from './audit-state.js';
import { isAskedCell } from './plan-audit.js';
import { listBaseline } from './validation-candidates.js';
export function composeAuditCoverage(state, outcome) {
    const cells = completeCells(state).filter(({ dimension }) => outcome.coverage[dimension] !== 'not-applicable');
    const asked = outcome.asked ?? DIMENSIONS;
    return {
        files: composeFiles(state, cells),
        dimensions: Object.fromEntries(DIMENSIONS.filter((dimension) => asked.includes(dimension)).map((dimension) => [
            dimension,
            formatCoverageMark(outcome.coverage[dimension]),
        ])),
        gaps: listGaps(outcome.coverage),
        ratio: Math.floor(10_000 * coverageRatio(outcome.coverage)) / 10_000,
        met: outcome.met,
        cells: cells.map(({ dimension, path, status, endpoint }) => ({
            dimension,
            path,
            status: formatCoverageMark(status),
            endpoint: endpoint?.label ?? null,
        })),
        recalled: [],
    };
}
/** Every file, or endpoint, in every dimension where it matters: where recon saw it, where somebody looked, where something was found. */
export function completeCells(state) {
    const known = new Map(mergeCells(state.hunts).map((cell) => [cellKey(cell), cell]));
    const paths = new Set(state.survey.files.map(({ path }) => path));
    for (const cell of listExpected(state)) {
        const { dimension, path } = cell;
        if (!known.has(cellKey(cell)) && paths.has(path) && isAskedCell(state.plan, dimension, path))
            known.set(cellKey(cell), { ...cell, status: 'missing' });
    }
    const placed = new Set([...known.values()].map(({ dimension, path }) => `${dimension}:${path}`));
    for (const { claim } of [...listCounted(state), ...listBaseline(state)]) {
        const { dimension, file: path } = claim;
        if (dimension === null || placed.has(`${dimension}:${path}`) || !isAskedCell(state.plan, dimension, path))
            continue;
        const cell = { dimension, path, status: 'shallow' };
        known.set(cellKey(cell), cell);
    }
    return [...known.values()]
        .filter(({ dimension, path }) => paths.has(path) && (state.plan.cellPaths === null || isAskedCell(state.plan, dimension, path)))
        .sort((a, b) => compareDimensions(a.dimension, b.dimension) ||
        comparePaths(a.path, b.path) ||
        comparePlaces(a.endpoint?.place ?? '', b.endpoint?.place ?? ''));
}
/** By line where the file is the same. */
const comparePlaces = (a, b) => a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : a > b ? 1 : 0);
/** What recon saw: places of the other dimensions by file, control dimensions by endpoint (FACT-02). */
function listExpected({ recon }) {
    const homes = new Set(recon.endpoints.flatMap((endpoint) => [endpoint.file, homeOf(endpoint)]));
    const isControl = (dimension) => DIMENSION_PROFILES[dimension].track === 'control';
    return [
        ...recon.spots
            .filter(({ dimension, file }) => !(isControl(dimension) && homes.has(file)))
            .map(({ dimension, file }) => ({ dimension, path: file })),
        ...DIMENSIONS.filter(isControl).flatMap((dimension) => recon.endpoints.map((endpoint) => ({
            dimension,
            path: homeOf(endpoint),
            endpoint: { place: placeOf(endpoint), label: endpoint.label },
        }))),
    ];
}
function composeFiles(state, cells) {
    const byPath = Map.groupBy(cells, ({ path }) => path);
    const files = [...state.survey.files, ...state.survey.owed].sort((a, b) => comparePaths(a.path, b.path));
    return files.map(({ path }) => {
        const own = byPath.get(path) ?? [];
        const open = own.filter(({ status }) => status === 'missing');
        const owed = state.survey.owed.find((file) => file.path === path);
        const status = owed || own.length === 0 ? 'skipped' : open.length === 0 ? 'reviewed' : 'partial';
        return {
            path,
            status: owed === undefined && own.length === 0 ? 'skipped' : status,
            depth: own.every((cell) => cell.status === 'covered') ? 'full' : 'reduced',
            reason: owed?.reason ?? (own.length === 0 ? 'no-dimension' : null),
            by: {},
        };
    });
}
const MOST_CELLS = 40;
/** `consensus-review audit --cells …` for the open cells, by folder where a folder is open as a whole. */
export function suggestCells(state, coverage, selection) {
    const gaps = new Set(listGaps(coverage));
    if (gaps.size === 0)
        return [];
    const cells = completeCells(state).filter(({ dimension }) => coverage[dimension] !== 'not-applicable');
    const folders = Map.groupBy(cells, ({ dimension, path }) => `${dimension}:${folderOf(path)}`);
    const selectors = [...folders].flatMap(([folder, own]) => {
        const all = new Set(own.map(({ path }) => path));
        const open = new Set(own.filter(({ status }) => status !== 'covered').map(({ path }) => path));
        const isWhole = open.size === all.size && open.size > 2 && !folder.endsWith(':');
        return isWhole ? [`${folder}/*`] : [...open].map((path) => `${own[0]?.dimension}:${path}`);
    });
    if (selectors.length === 0)
        return [];
    const { mode } = state.plan;
    const more = selectors.length - MOST_CELLS;
    return [
        `Consider: consensus-review audit${formatScope(selection)}${mode === 'deep' ? ' --mode deep' : ''} --cells ${quotePath(selectors.slice(0, MOST_CELLS).join(','))}`,
        ...(more > 0 ? [`${more} more cells are open: \`coverage.cells\` of the JSON report lists them`] : []),
    ];
}
/** The scope of this run, as it is asked for again; a patch and the changes of a branch lie in the whole project. */
function formatScope(selection) {
    switch (selection.kind) {
        case 'paths':
            return selection.patterns.map((pattern) => ` ${quotePath(pattern)}`).join('');
        case 'staged':
            return ' --staged';
        case 'commit':
            return ` --commit ${quotePath(selection.revision)}`;
        case 'range':
            return ` --base ${quotePath(selection.base)}${selection.head === null ? '' : ` --head ${quotePath(selection.head)}`}`;
        default:
            return ' --all';
    }
}
const folderOf = (path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
