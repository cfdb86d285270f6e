/**
 * What the host saw a model agent do, as evidence: lines that reached it, searches that were answered, flows all of whose
 * steps it has read (HOST-01, HOST-10, FACT-02). What the agent says of itself plays no part.
 */
import type { AuditDesk, CoverageCell, HuntTask, HuntTrail } from '../../../audit-port.ts';
import type { ReconSpot } from '../../../protocol/audit-recon.ts';
import { areaOf, moduleOf, placeOf } from '../../../protocol/audit-recon.ts';
import { isCovered } from '../../../protocol/coverage.ts';
import { type CoverageEvidence, REQUIRED_CHECKS } from '../../../protocol/coverage-evidence.ts';
import { DIMENSION_PROFILES, type Dimension } from '../../../protocol/dimension.ts';
import type { LineRange } from '../../../protocol/finding.ts';
import type { AuditScene } from '../../embedded/audit/audit-scene.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
import type { HuntLog } from './hunt-tools.ts';

type Delivered = ReadonlyMap<string, readonly LineRange[]>;

const hasRead = (delivered: Delivered, { file, line }: { readonly file: string; readonly line: number }): boolean =>
  isCovered(delivered.get(file) ?? [], [{ start: line, end: line }]);

export async function leaveTrail(
  task: HuntTask,
  desk: AuditDesk,
  log: HuntLog,
  { openScene }: Pick<ModelAuditorOptions, 'openScene'>,
): Promise<HuntTrail> {
  const scene = await openScene(desk.snapshot);
  const delivered = desk.context().delivered();
  const filesRead = [...delivered.keys()];
  const flawed = new Set(log.findings.map(({ file }) => file));
  const evidence = task.dimensions.map((dimension) => gatherEvidence(dimension, task, delivered, { scene, log }));
  return {
    filesRead,
    searches: log.searches,
    evidence,
    inapplicable: [],
    cells: task.dimensions.flatMap((dimension) => rateCells(dimension, task, delivered, log)),
    tracedEntryPoints: task.recon.entryPoints.filter((entry) => hasRead(delivered, entry)).map(placeOf),
    cleanFiles: filesRead.filter((path) => isWhole(task, delivered, path) && !flawed.has(path)),
    falsePositives: [],
    hotspots: [],
    toolCalls: log.toolCalls,
    rereads: log.rereads,
    refusals: log.refusals,
    documentsLoaded: log.documents,
  };
}

function isWhole({ files }: HuntTask, delivered: Delivered, path: string): boolean {
  const file = files.find((each) => each.path === path);
  return file !== undefined && file.lines > 0 && isCovered(delivered.get(path) ?? [], [{ start: 1, end: file.lines }]);
}

/** A place is followed when every step from the entry point to it was delivered. */
function isFollowed(scene: AuditScene, delivered: Delivered, spot: ReconSpot): boolean {
  const flow = scene.trace(spot);
  if (flow.kind === 'complete') return flow.steps.every((step) => hasRead(delivered, step));
  return flow.kind !== 'broken' && hasRead(delivered, spot);
}

function gatherEvidence(
  dimension: Dimension,
  task: HuntTask,
  delivered: Delivered,
  { scene, log }: { readonly scene: AuditScene; readonly log: HuntLog },
): CoverageEvidence {
  const paths = new Set(task.files.map(({ path }) => path));
  const spots = task.recon.spots.filter((spot) => spot.dimension === dimension && paths.has(spot.file));
  const searches = log.searches.length;
  const { track } = DIMENSION_PROFILES[dimension];
  if (track === 'config') {
    const places = [...new Set(spots.map(({ file }) => file))];
    const isRead = places.length > 0 && places.every((path) => isWhole(task, delivered, path));
    return { track, dimension: dimension as 'D2', searches, checks: isRead ? REQUIRED_CHECKS[dimension] : [] };
  }
  if (track === 'control') return gatherControls(dimension as 'D3', task, delivered, { scene, searches });
  const hit = [...new Set(spots.map(({ file }) => file))];
  const followed = spots.filter((spot) => isFollowed(scene, delivered, spot));
  const traced = hit.filter((path) => spots.every((spot) => spot.file !== path || followed.includes(spot)));
  return {
    track,
    dimension: dimension as 'D1',
    searches,
    emptySearches: spots.length === 0 ? searches : 0,
    sinks: spots.length,
    filesHit: hit.length,
    filesTraced: traced.length,
    completeFlows: followed.length,
    checks: followed.length > 0 ? REQUIRED_CHECKS[dimension] : [],
  };
}

function gatherControls(
  dimension: 'D3' | 'D9',
  task: HuntTask,
  delivered: Delivered,
  { scene, searches }: { readonly scene: AuditScene; readonly searches: number },
): CoverageEvidence {
  const verified = task.recon.endpoints.filter((endpoint) => hasRead(delivered, endpoint));
  const sensitive = task.recon.endpoints.filter(({ isSensitive }) => isSensitive);
  const workflows = scene.recon.workflows;
  return {
    track: 'control',
    dimension,
    searches,
    endpoints: task.recon.endpoints.length,
    endpointsVerified: verified.length,
    resourceTypes: scene.recon.resources.length,
    consistentResourceTypes: scene.recon.resources.filter(
      ({ agrees, endpoints }) => agrees && verified.some(({ label }) => endpoints.includes(label)),
    ).length,
    chains: dimension === 'D3' ? sensitive.length : workflows.length,
    chainsFollowed:
      dimension === 'D3'
        ? sensitive.filter((endpoint) => verified.includes(endpoint)).length
        : workflows.filter(({ places }) => places.every((place) => hasRead(delivered, place))).length,
  };
}

/** Whole file read: covered; searched in its area or read in part: shallow. */
function rateCells(dimension: Dimension, task: HuntTask, delivered: Delivered, log: HuntLog): readonly CoverageCell[] {
  const areas = new Set(
    log.searches.map(({ scope }) => areaOf(dimension, scope === '.' ? '.' : moduleOf(task.recon, scope))),
  );
  return task.files.flatMap(({ path }): readonly CoverageCell[] => {
    if (isWhole(task, delivered, path)) return [{ dimension, path, status: 'covered' }];
    const isSearched = areas.has(areaOf(dimension, '.')) || areas.has(areaOf(dimension, moduleOf(task.recon, path)));
    return delivered.has(path) || isSearched ? [{ dimension, path, status: 'shallow' }] : [];
  });
}
