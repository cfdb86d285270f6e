/**
 * Makes the evidence and coverage of a hunt by a model from what the host saw it do: lines and searches it was given and answered to,
 * flows all of whose steps it has read (HOST-01, HOST-10, FACT-02). What the agent says of itself is used only for hotspots, where to
 * look next. Called by hunt.ts.
 */
import type { AuditSession, CoverageCell, HuntTask, HuntTrail } from '../../../ports/auditor.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import type { CoverageEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import {
  chainsOf,
  checksOf,
  type Dimension,
  type DimensionOf,
  isOfTrack,
} from '../../../protocol/findings/dimension.ts';
import type { LineRange } from '../../../protocol/findings/finding.ts';
import type { AgentOutput } from '../../../protocol/output/agent-output.ts';
import {
  areaOf,
  homeOf,
  moduleOf,
  placeOf,
  type ReconEndpoint,
  type ReconSpot,
} from '../../../protocol/rounds/audit-recon.ts';
import type { Hotspot } from '../../../protocol/rounds/state-transfer.ts';
import { sanitizeReason } from '../../../protocol/rounds/transfer-sanitising.ts';
import type { AuditContext } from '../../embedded/audit/audit-context.ts';
import { findInapplicable } from '../../embedded/audit/hunt.ts';
import type { HuntLog } from './hunt-log.ts';

type Delivered = ReadonlyMap<string, readonly LineRange[]>;

/** Everything a rating of one agent rests on. */
interface RatingContext {
  readonly task: HuntTask;
  readonly context: AuditContext;
  readonly log: HuntLog;
  readonly delivered: Delivered;
}

const hasRead = (delivered: Delivered, { file, line }: { readonly file: string; readonly line: number }): boolean =>
  isCovered(delivered.get(file) ?? [], [{ start: line, end: line }]);

export function leaveTrail(
  task: HuntTask,
  session: AuditSession,
  { log, context, output }: { readonly log: HuntLog; readonly context: AuditContext; readonly output: AgentOutput },
): HuntTrail {
  const delivered = session.context().confirmed();
  const sight: RatingContext = { task, context, log, delivered };
  const filesRead = [...delivered.keys()];
  const hotspots = readHotspots(output, task);
  const suspect = new Set([...output.findings, ...context.findings, ...hotspots].map(({ file }) => file));
  return {
    filesRead,
    delivered: Object.fromEntries(session.context().delivered()),
    searches: log.searches.map(({ pattern, scope }) => ({ pattern, scope })),
    evidence: task.dimensions.map((dimension) => gatherEvidence(dimension, sight)),
    inapplicable: task.dimensions.flatMap((dimension) => findInapplicable(context, dimension)),
    cells: task.dimensions.flatMap((dimension) => rateCells(dimension, sight)),
    tracedEntryPoints: listTraced(sight),
    cleanFiles: filesRead.filter((path) => isWhole(sight, path) && !suspect.has(path)),
    falsePositives: log.falsePositives,
    hotspots,
    toolCalls: log.toolCalls,
    rereads: log.rereads,
    refusals: log.refusals,
    documentsLoaded: log.documents,
  };
}

const MOST_HOTSPOTS = 20;

/** Hotspots the agent named, where they are lines of a file of the project. */
function readHotspots({ claimed }: AgentOutput, { files }: HuntTask): readonly Hotspot[] {
  const known = new Map(files.map((file) => [file.path, file.lines]));
  return claimed.hotspots
    .flatMap(({ file, lines, reason }): readonly Hotspot[] => {
      const last = known.get(file) ?? 0;
      const [start = 1, end = start] = (lines ?? `1-${last}`).split('-').map(Number);
      const isThere = Number.isInteger(start) && Number.isInteger(end) && start >= 1 && start <= end && start <= last;
      return isThere ? [{ file, lines: { start, end: Math.min(end, last) }, reason: sanitizeReason(reason) }] : [];
    })
    .slice(0, MOST_HOTSPOTS);
}

function isWhole({ task, delivered }: RatingContext, path: string): boolean {
  const file = task.files.find((each) => each.path === path);
  return file !== undefined && file.lines > 0 && isCovered(delivered.get(path) ?? [], [{ start: 1, end: file.lines }]);
}

/** Entry points from which a flow starts that the agent has not read to its end. */
function listOpenEntries({ task, context, delivered }: RatingContext): ReadonlySet<string> {
  const open = new Set<string>();
  for (const spot of task.recon.spots) {
    const flow = context.trace(spot);
    if (flow.kind === 'complete' && flow.entry !== null && !flow.steps.every((step) => hasRead(delivered, step)))
      open.add(flow.entry);
  }
  return open;
}

/** An entry point is traced when it was read, and every step of every flow that starts there. */
function listTraced(sight: RatingContext): readonly string[] {
  const { task, delivered } = sight;
  const open = listOpenEntries(sight);
  return task.recon.entryPoints
    .filter((entry) => hasRead(delivered, entry))
    .map(placeOf)
    .filter((place) => !open.has(place));
}

/** A place is followed when every step from the entry point to it was delivered. */
function isFollowed({ context, delivered }: RatingContext, spot: ReconSpot): boolean {
  const flow = context.trace(spot);
  if (flow.kind === 'complete') return flow.steps.every((step) => hasRead(delivered, step));
  return flow.kind !== 'broken' && hasRead(delivered, spot);
}

/** Searches for a dimension; one that names none stands for every dimension of the agent, but proves no absence. */
const searchesFor = (dimension: Dimension, { log }: RatingContext): HuntLog['searches'] =>
  log.searches.filter((search) => search.dimension === null || search.dimension === dimension);

function gatherEvidence(dimension: Dimension, sight: RatingContext): CoverageEvidence {
  const { task, context } = sight;
  const paths = new Set(task.files.map(({ path }) => path));
  const spots = task.recon.spots.filter((spot) => spot.dimension === dimension && paths.has(spot.file));
  const own = searchesFor(dimension, sight);
  const searches = new Set(own.map(({ pattern }) => pattern)).size;
  if (isOfTrack(dimension, 'config')) {
    const guards = dimension === 'D2' ? context.recon.endpoints.flatMap(({ guards: own }) => own) : [];
    const places = [...new Set([...spots, ...guards].map(({ file }) => file))].filter((path) => paths.has(path));
    const isRead = places.length > 0 && places.every((path) => isWhole(sight, path));
    return { track: 'config', dimension, searches, checks: isRead ? checksOf(dimension) : [] };
  }
  if (isOfTrack(dimension, 'control')) return gatherControls(dimension, sight, searches);
  const hit = [...new Set(spots.map(({ file }) => file))];
  const followed = new Set(spots.filter((spot) => isFollowed(sight, spot)));
  const traced = hit.filter((path) => spots.every((spot) => spot.file !== path || followed.has(spot)));
  const empty = own.filter((search) => search.dimension === dimension && search.isEmpty);
  return {
    track: 'sink',
    dimension,
    searches,
    emptySearches: spots.length === 0 ? new Set(empty.map(({ pattern }) => pattern)).size : 0,
    sinks: spots.length,
    filesHit: hit.length,
    filesTraced: traced.length,
    completeFlows: followed.size,
    checks: followed.size > 0 ? checksOf(dimension) : [],
  };
}

/**
 * Endpoints of the agent's files, and those it has verified: it read the declaration, the first line of the function that
 * answers, every guard on the way, and every step of every flow that starts there.
 */
function listEndpoints(sight: RatingContext): {
  readonly own: readonly ReconEndpoint[];
  readonly verified: ReadonlySet<string>;
} {
  const { task, context, delivered } = sight;
  const paths = new Set(task.files.map(({ path }) => path));
  const open = listOpenEntries(sight);
  const guards = new Map(context.recon.endpoints.map((each) => [endpointKey(each, each.name), each.guards]));
  const own = task.recon.endpoints.filter((endpoint) => paths.has(homeOf(endpoint)));
  const isVerified = (endpoint: ReconEndpoint): boolean =>
    endpoint.handler !== null &&
    !open.has(placeOf(endpoint)) &&
    [endpoint, endpoint.handler, ...(guards.get(endpointKey(endpoint, endpoint.label)) ?? [])].every((place) =>
      hasRead(delivered, place),
    );
  return { own, verified: new Set(own.filter(isVerified).map((each) => endpointKey(each, each.label))) };
}

const endpointKey = (place: { readonly file: string; readonly line: number }, label: string): string =>
  `${placeOf(place)} ${label}`;

function gatherControls(dimension: DimensionOf<'control'>, sight: RatingContext, searches: number): CoverageEvidence {
  const { context } = sight;
  const { own: endpoints, verified: keys } = listEndpoints(sight);
  const verified = endpoints.filter((each) => keys.has(endpointKey(each, each.label)));
  const sensitive = endpoints.filter(({ isSensitive }) => isSensitive);
  const { workflows, resources } = context.recon;
  const followsEndpoints = chainsOf(dimension).kind === 'sensitive endpoint';
  return {
    track: 'control',
    dimension,
    searches,
    endpoints: endpoints.length,
    endpointsVerified: verified.length,
    resourceTypes: resources.length,
    consistentResourceTypes: resources.filter(
      (resource) => resource.agrees && verified.some(({ label }) => resource.endpoints.includes(label)),
    ).length,
    chains: followsEndpoints ? sensitive.length : workflows.length,
    chainsFollowed: followsEndpoints
      ? sensitive.filter((endpoint) => verified.includes(endpoint)).length
      : workflows.length - listLost(sight).length,
  };
}

/** Workflows of which a place was not read. */
const listLost = ({ context, delivered }: RatingContext): AuditContext['recon']['workflows'] =>
  context.recon.workflows.filter(({ places }) => !places.every((place) => hasRead(delivered, place)));

/** Verified: covered; its function read in part, or in D9 part of a workflow that was not read whole: shallow. */
function rateEndpoints(dimension: Dimension, sight: RatingContext): readonly CoverageCell[] {
  const { own, verified } = listEndpoints(sight);
  const lost = new Set(dimension === 'D9' ? listLost(sight).flatMap(({ places }) => places.map(placeOf)) : []);
  return own.flatMap((endpoint): readonly CoverageCell[] => {
    const { handler, label } = endpoint;
    const isLost = [endpoint, handler ?? endpoint].some((place) => lost.has(placeOf(place)));
    const isDone = verified.has(endpointKey(endpoint, label)) && !isLost;
    if (!isDone && ![endpoint, handler ?? endpoint].some((place) => hasRead(sight.delivered, place))) return [];
    return [
      {
        dimension,
        path: homeOf(endpoint),
        endpoint: { place: placeOf(endpoint), label },
        status: isDone ? 'covered' : 'shallow',
      },
    ];
  });
}

/** Whole file read: covered; searched in its area or read in part: shallow. In the control dimensions endpoints stand for their files. */
function rateCells(dimension: Dimension, sight: RatingContext): readonly CoverageCell[] {
  const { task, delivered } = sight;
  if (isOfTrack(dimension, 'control') && task.recon.endpoints.length > 0) return rateEndpoints(dimension, sight);
  const areas = new Set(
    searchesFor(dimension, sight).map(({ scope }) =>
      areaOf(dimension, scope === '.' ? '.' : moduleOf(task.recon, scope)),
    ),
  );
  return task.files.flatMap(({ path }): readonly CoverageCell[] => {
    if (isWhole(sight, path)) return [{ dimension, path, status: 'covered' }];
    const isSearched = areas.has(areaOf(dimension, '.')) || areas.has(areaOf(dimension, moduleOf(task.recon, path)));
    return delivered.has(path) || isSearched ? [{ dimension, path, status: 'shallow' }] : [];
  });
}
