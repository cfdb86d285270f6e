/** The control dimensions (D3, D9): every endpoint's guards compared, every workflow followed (FACT-02). */
import type { CoverageCell } from '../../../ports/auditor.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import type { ControlEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import { chainsOf } from '../../../protocol/findings/dimension.ts';
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/findings/finding.ts';
import {
  type CodePlace,
  type Endpoint,
  formatGuard,
  type Guard,
  isAccessGuard,
  isWrite,
  type Recon,
  sinksOf,
} from '../../../recon/recon.ts';
import { type AuditContext, type Examination, wasRead } from './audit-context.ts';
import { findOpenAdmin } from './examine-admin.ts';
import { findNamedAmounts, findUnowned, readBody } from './examine-handlers.ts';

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
  const findings = isOfEndpoints
    ? [...(await reportGuards(context, endpoints)), ...(await findUnowned(context, endpoints))]
    : await findNamedAmounts(context, endpoints);
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

/** An open admin endpoint is reported once, with its neighbours where it has some. */
async function reportGuards(context: AuditContext, endpoints: readonly Endpoint[]): Promise<readonly ClaimedFinding[]> {
  const compared = await reportOutliers(context, endpoints);
  const isKnown = ({ file, line, title }: ClaimedFinding): boolean =>
    compared.some((each) => each.file === file && each.line === line && nameIn(each.title) === nameIn(title));
  return [...compared, ...(await findOpenAdmin(context, endpoints)).filter((finding) => !isKnown(finding))];
}

/** `POST /admin/wipe`, with which every title here begins. */
const nameIn = (title: string): string => title.split(' ', 2).join(' ');

/** Endpoints that ask for less than those beside them, for the same resource in the same file. */
async function reportOutliers(
  context: AuditContext,
  endpoints: readonly Endpoint[],
): Promise<readonly ClaimedFinding[]> {
  const findings: ClaimedFinding[] = [];
  const reported = new Set<string>();
  for (const { resource, outliers } of context.recon.resources.filter(({ agrees }) => !agrees))
    for (const endpoint of endpoints.filter((each) => each.resource === resource && outliers.includes(each.name))) {
      const stricter = context.project.endpoints.filter((each) => isStricter(each, endpoint));
      if (stricter.length === 0) continue;
      findings.push(await toFinding(context, endpoint, stricter));
      reported.add(placeKey(endpoint));
    }
  for (const [endpoint, stricter] of [...listOpenAdmin(endpoints), ...listBelowGuarded(endpoints)]) {
    const key = placeKey(endpoint);
    if (!reported.has(key)) findings.push(await toFinding(context, endpoint, stricter, 'the same area'));
    reported.add(key);
  }
  return findings;
}

const placeKey = ({ file, line, name }: Endpoint): string => `${file}:${line} ${name}`;

/** `POST /accounts/{id}/transfers` asks for less than `GET /accounts/{id}`, which it lies below. */
const listBelowGuarded = (endpoints: readonly Endpoint[]): readonly (readonly [Endpoint, readonly Endpoint[]])[] =>
  endpoints
    .filter(isWrite)
    .map((endpoint) => [endpoint, endpoints.filter((other) => isAbove(other, endpoint))] as const)
    .filter(([endpoint, above]) => above.length > 0 && !asksForRight(endpoint));

const isAbove = (other: Endpoint, endpoint: Endpoint): boolean =>
  other.file === endpoint.file &&
  asksForRight(other) &&
  /[}>]$|\/:\w+$/u.test(other.route ?? '') &&
  (endpoint.route ?? '').startsWith(`${other.route}/`);

const ADMIN = /^(?<area>.*\/(?:admin|backoffice|internal|management)\w*)(?:\/|$)/iu;
const asksForRight = ({ guards }: Endpoint): boolean => guards.some(({ kind }) => kind === 'authorization');

/** Below one admin path some endpoints ask for a right and others do not. */
function listOpenAdmin(endpoints: readonly Endpoint[]): readonly (readonly [Endpoint, readonly Endpoint[]])[] {
  const areas = Map.groupBy(endpoints, ({ route }) => ADMIN.exec(route ?? '')?.groups?.area ?? null);
  return [...areas].flatMap(([area, own]) => {
    const stricter = area === null ? [] : own.filter(asksForRight);
    return stricter.length === 0
      ? []
      : own.filter((each) => !asksForRight(each)).map((each) => [each, stricter] as const);
  });
}

const isStricter = (other: Endpoint, endpoint: Endpoint): boolean =>
  other.file === endpoint.file &&
  other.resource === endpoint.resource &&
  other.guards.some((guard) => isAccessGuard(guard) && asksForMore(guard, endpoint));

/** Of another kind than all guards of the endpoint, or the same guard given a role that it is not given there. */
function asksForMore(guard: Guard, { guards }: Endpoint): boolean {
  if (!guards.some(({ kind }) => kind === guard.kind)) return true;
  const same = guards.filter(({ name }) => name === guard.name);
  return guard.literals !== undefined && same.length > 0 && same.every(({ literals }) => literals === undefined);
}

async function toFinding(
  context: AuditContext,
  endpoint: Endpoint,
  stricter: readonly Endpoint[],
  where = 'the same resource',
): Promise<ClaimedFinding> {
  const lines = await context.linesOf(endpoint.file);
  const own = endpoint.guards.filter(isAccessGuard).map(formatGuard);
  const theirs = new Set(stricter.flatMap(({ guards }) => guards.filter(isAccessGuard).map(formatGuard)));
  const more = [...theirs].filter((name) => !own.includes(name));
  const names = stricter.slice(0, 3).map(({ name }) => name);
  return claimFinding({
    severity: endpoint.verb === 'read' ? 'MEDIUM' : 'HIGH',
    title: `${endpoint.name} asks for less than other endpoints of ${where === 'the same resource' ? endpoint.resource : where}`,
    issue: `${endpoint.name} is protected by ${own.join(', ') || 'no guard'}, while ${names.join(', ')} of ${where} also ${names.length === 1 ? 'asks' : 'ask'} for ${more.join(', ')}. ${
      own.length === 0 ? 'Anyone who can send a request can use it.' : `Anyone who passes ${own.join(', ')} can use it.`
    }`,
    category: 'authorization',
    dimension: 'D3',
    cwe: own.length > 0 ? 'CWE-862' : 'CWE-306',
    file: endpoint.file,
    line: endpoint.line,
    endLine: endpoint.line,
    evidence: quoteCall(lines, endpoint.line),
    recommendation: 'Add the guard of the neighbouring endpoints to this one, or document in the code why it is open.',
    confidence: CONFIDENCE.medium,
    rule: 'audit-endpoint-guards-differ',
  });
}

const QUOTED_LINES = 3;

/** The declaration as it is written, up to where its brackets close. */
function quoteCall(lines: readonly string[], line: number): string | null {
  const quoted: string[] = [];
  for (const text of lines.slice(line - 1, line - 1 + QUOTED_LINES)) {
    quoted.push(text.trim());
    const whole = quoted.join(' ');
    if (whole.split('(').length <= whole.split(')').length) break;
  }
  return quoted.join('\n').trim() || null;
}

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
