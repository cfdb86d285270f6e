/**
 * Examines the control dimensions D3 (authorization) and D9 (business logic): which endpoints have their handler and guards read, and
 * which workflows were followed to the end (FACT-02). Returns evidence, coverage cells and findings of the files given. Called by
 * hunt.ts.
 */
import type { CoverageCell } from '../../../ports/auditor.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import type { ControlEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import { chainsOf } from '../../../protocol/findings/dimension.ts';
import { type CodePlace, type Endpoint, type Recon, sinksOf } from '../../../recon/recon.ts';
import { type AuditContext, type Examination, wasRead } from './audit-context.ts';
import { findNamedAmounts, readBody } from './examine-handlers.ts';

/**
 * Its handler was found and analysed; declaration and every guard on the way lie in files that were read; and no sink in the
 * handler was lost on its way back.
 */
async function isVerified(context: AuditContext, endpoint: Endpoint): Promise<boolean> {
  const { analysed, recon } = context;
  const { handlerPlace, file, guards } = endpoint;
  if (handlerPlace === null) return false;
  if (!analysed.has(handlerPlace.file)) return false;
  if (![file, ...guards.map((guard) => guard.file)].every((path) => wasRead(context, path))) return false;
  const { lines } = await readBody(context, endpoint);
  const body = new Set(lines.map(([line]) => line));
  return recon.sinks
    .filter((sink) => sink.file === handlerPlace.file && body.has(sink.line))
    .every((sink) => context.trace(sink).kind !== 'broken');
}

export async function examineControls(
  context: AuditContext,
  dimension: ControlEvidence['dimension'],
  files: readonly IndexedFile[],
): Promise<Examination<ControlEvidence>> {
  const { recon } = context;
  const isOfEndpoints = chainsOf(dimension).kind === 'sensitive endpoint';
  const paths = new Set(files.map(({ path }) => path));
  const endpoints = recon.endpoints.filter((endpoint) => paths.has(homeOf(endpoint)));
  const checks = await Promise.all(endpoints.map((endpoint) => isVerified(context, endpoint)));
  const verified = new Set(endpoints.filter((_, i) => checks[i]));
  const chains = isOfEndpoints ? endpoints.filter(({ sensitive }) => sensitive.length > 0) : recon.workflows;
  const open = isOfEndpoints ? [] : recon.workflows.filter(({ places }) => !isFollowed(context, places));
  const followed = isOfEndpoints
    ? [...verified].filter(({ sensitive }) => sensitive.length > 0).length
    : recon.workflows.length - open.length;
  const lost = new Set(open.flatMap(({ places }) => places.map(toPlace)));
  // One endpoint alone agrees with itself; only resources with several say something.
  const compared = recon.resources.filter((rights) => rights.endpoints.length > 1);
  // What is wrong with guards and owners the analyzer of access has said in the baseline scan.
  const findings = isOfEndpoints ? [] : await findNamedAmounts(context, endpoints);
  return {
    evidence: {
      track: 'control',
      dimension,
      searches: context.patternsOf(dimension).length + endpoints.length,
      endpoints: endpoints.length,
      endpointsVerified: verified.size,
      resourceTypes: compared.length,
      consistentResourceTypes: compared.filter(({ agrees }) => agrees).length,
      chains: chains.length,
      chainsFollowed: followed,
    },
    cells: [
      ...endpoints.map((endpoint) =>
        rateEndpoint(dimension, endpoint, verified.has(endpoint) && !listPlaces(endpoint).some((at) => lost.has(at))),
      ),
      ...rateOtherFiles(context, dimension, paths, lost),
    ],
    findings,
    hotspots: [],
  };
}

const toPlace = ({ file, line }: CodePlace): string => `${file}:${line}`;

/** Where an endpoint is declared and where it is answered: either may be a place of a workflow. */
const listPlaces = (endpoint: Endpoint): readonly string[] =>
  [endpoint, ...(endpoint.handlerPlace === null ? [] : [endpoint.handlerPlace])].map(toPlace);

/** Every place of the workflow was followed to its end, and a request begins it. */
const isFollowed = (context: AuditContext, places: Recon['workflows'][number]['places']): boolean => {
  const ways = places.map((place) => context.trace(place).kind);
  return ways.every((kind) => kind !== 'broken') && ways.includes('complete');
};

/** The file whose function answers, else the one that declares it. */
const homeOf = ({ file, handlerPlace }: Endpoint): string => handlerPlace?.file ?? file;

/** An endpoint recon has joined with its guards was looked at, though its handler may be out of sight. */
const rateEndpoint = (dimension: ControlEvidence['dimension'], endpoint: Endpoint, isDone: boolean): CoverageCell => ({
  dimension,
  path: homeOf(endpoint),
  endpoint: { place: `${endpoint.file}:${endpoint.line}`, label: endpoint.name },
  status: isDone ? 'covered' : 'shallow',
});

/** Workflows, and sensitive places, in files that answer no request are still work of their dimension; a lost workflow leaves its files open. */
function rateOtherFiles(
  { recon, analysed }: AuditContext,
  dimension: ControlEvidence['dimension'],
  paths: ReadonlySet<string>,
  lost: ReadonlySet<string>,
): readonly CoverageCell[] {
  const answering = new Set(recon.endpoints.flatMap((endpoint) => [endpoint.file, homeOf(endpoint)]));
  const places =
    chainsOf(dimension).kind === 'sensitive endpoint'
      ? sinksOf(recon, dimension)
      : recon.workflows.flatMap((workflow) => workflow.places);
  const followed = Map.groupBy(places, ({ file }) => file);
  return [...followed]
    .filter(([path]) => paths.has(path) && !answering.has(path))
    .map(([path, own]) => {
      const isDone = !own.some((place) => lost.has(toPlace(place)));
      return { dimension, path, status: !analysed.has(path) ? 'missing' : isDone ? 'covered' : 'shallow' };
    });
}
