/**
 * Composes the `coverage` of an audit's report: the state of each dimension and, for each dimension, of each file or endpoint (a
 * cell). Called by compose-audit.ts; the list of cells (`completeCells`) also by suggest-cells.ts.
 */

import type { CoverageCell } from '../../ports/auditor.ts';
import { coverageRatio } from '../../protocol/coverage/audit-coverage.ts';
import { listGaps } from '../../protocol/coverage/gaps.ts';
import {
  compareDimensions,
  DIMENSION_PROFILES,
  DIMENSIONS,
  type Dimension,
  formatCoverageSymbol,
} from '../../protocol/findings/dimension.ts';
import type { ReportAgent, ReportDocument } from '../../protocol/report/report-document.ts';
import { describeRuleCoverage } from '../../protocol/report/rule-coverage.ts';
import { homeOf, placeOf } from '../../protocol/rounds/audit-recon.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import type { AuditOutcome } from './audit-parts.ts';
import { type AuditState, cellKey, listCounted, mergeCells } from './audit-state.ts';
import { isAskedCell } from './plan-audit.ts';
import { listBaseline, listSemgrep } from './scanned-findings.ts';

export function composeAuditCoverage(
  state: AuditState,
  outcome: AuditOutcome,
  agents: readonly ReportAgent[],
): ReportDocument['coverage'] {
  const cells = completeCells(state).filter(({ dimension }) => outcome.coverage[dimension] !== 'not-applicable');
  const asked = outcome.asked ?? DIMENSIONS;
  const files = composeFiles(state, cells);
  return {
    files,
    dimensions: Object.fromEntries(
      DIMENSIONS.filter((dimension) => asked.includes(dimension)).map((dimension) => [
        dimension,
        formatCoverageSymbol(outcome.coverage[dimension]),
      ]),
    ),
    gaps: listGaps(outcome.coverage),
    ratio: Math.floor(10_000 * coverageRatio(outcome.coverage)) / 10_000,
    met: outcome.met,
    cells: cells.map(({ dimension, path, status, endpoint, unresolved = [] }) => ({
      dimension,
      path,
      status: formatCoverageSymbol(status),
      endpoint: endpoint?.label ?? null,
      ...(unresolved.length > 0 ? { unresolved: unresolved.length } : {}),
    })),
    recalled: [],
    ...describeRuleCoverage(files, agents),
  };
}

/** Every file, or endpoint, in every dimension where it matters: where recon saw it, where somebody looked, where something was found. */
export function completeCells(state: AuditState): readonly CoverageCell[] {
  const known = new Map(mergeCells(state.hunts).map((cell) => [cellKey(cell), cell]));
  const paths = new Set(state.survey.files.map(({ path }) => path));
  for (const cell of listExpected(state)) {
    const { dimension, path } = cell;
    if (!known.has(cellKey(cell)) && paths.has(path) && isAskedCell(state.plan, dimension, path))
      known.set(cellKey(cell), { ...cell, status: 'missing' });
  }
  const placed = new Set([...known.values()].map(({ dimension, path }) => `${dimension}:${path}`));
  for (const { dimension, file: path } of [...listCounted(state), ...listBaseline(state), ...listSemgrep(state)]) {
    if (dimension === null || placed.has(`${dimension}:${path}`) || !isAskedCell(state.plan, dimension, path)) continue;
    const cell = { dimension, path, status: 'shallow' } as const;
    known.set(cellKey(cell), cell);
  }
  return [...known.values()]
    .filter(
      ({ dimension, path }) =>
        paths.has(path) && (state.plan.cellPaths === null || isAskedCell(state.plan, dimension, path)),
    )
    .sort(
      (a, b) =>
        compareDimensions(a.dimension, b.dimension) ||
        compareText(a.path, b.path) ||
        comparePlaces(a.endpoint?.place ?? '', b.endpoint?.place ?? ''),
    );
}

/** By line where the file is the same. */
const comparePlaces = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : a > b ? 1 : 0);

/** What recon saw: places of the other dimensions by file, control dimensions by endpoint (FACT-02). */
function listExpected({ recon }: AuditState): readonly Omit<CoverageCell, 'status'>[] {
  const homes = new Set(recon.endpoints.flatMap((endpoint) => [endpoint.file, homeOf(endpoint)]));
  const isControl = (dimension: Dimension): boolean => DIMENSION_PROFILES[dimension].track === 'control';
  return [
    ...recon.spots
      .filter(({ dimension, file }) => !(isControl(dimension) && homes.has(file)))
      .map(({ dimension, file }) => ({ dimension, path: file })),
    ...DIMENSIONS.filter(isControl).flatMap((dimension) =>
      recon.endpoints.map((endpoint) => ({
        dimension,
        path: homeOf(endpoint),
        endpoint: { place: placeOf(endpoint), label: endpoint.label },
      })),
    ),
  ];
}

function composeFiles(state: AuditState, cells: readonly CoverageCell[]): ReportDocument['coverage']['files'] {
  const byPath = Map.groupBy(cells, ({ path }) => path);
  const files = [...state.survey.files, ...state.survey.owed].sort((a, b) => compareText(a.path, b.path));
  return files.map(({ path }) => {
    const own = byPath.get(path) ?? [];
    const open = own.filter(({ status }) => status === 'missing');
    const owed = state.survey.owed.find((file) => file.path === path);
    return {
      path,
      status: owed || open.length === own.length ? 'skipped' : open.length === 0 ? 'reviewed' : 'partial',
      depth: own.some((cell) => cell.status === 'shallow') ? 'reduced' : 'full',
      reason: owed?.reason ?? (own.length === 0 ? 'no-dimension' : open.length === own.length ? 'untouched' : null),
      by: {},
    };
  });
}
