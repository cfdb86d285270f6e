/** The control dimensions (D3, D9): every endpoint's guards compared, every workflow followed (FACT-02). */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import type { ControlEvidence } from '../../../protocol/coverage-evidence.ts';
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/finding.ts';
import type { Endpoint, Guard, Recon } from '../../../recon/recon.ts';
import type { AuditScene } from './audit-scene.ts';
import { findNamedAmounts, findUnowned } from './examine-handlers.ts';

export interface ControlExamination {
  readonly evidence: ControlEvidence;
  readonly cells: readonly CoverageCell[];
  readonly findings: readonly ClaimedFinding[];
}

/** Its handler was found and lies in an analysed file, so every guard on the way to it and in it was read. */
const isVerified = ({ analysed }: AuditScene, { handlerPlace, file }: Endpoint): boolean =>
  handlerPlace !== null && analysed.has(handlerPlace.file) && analysed.has(file);

export async function examineControls(
  scene: AuditScene,
  dimension: ControlEvidence['dimension'],
  files: readonly IndexedFile[],
): Promise<ControlExamination> {
  const { recon } = scene;
  const paths = new Set(files.map(({ path }) => path));
  const endpoints = recon.endpoints.filter(({ file }) => paths.has(file));
  const chains = dimension === 'D3' ? endpoints.filter(({ sensitive }) => sensitive.length > 0) : recon.workflows;
  const followed =
    dimension === 'D3'
      ? endpoints.filter((endpoint) => endpoint.sensitive.length > 0 && isVerified(scene, endpoint)).length
      : recon.workflows.filter(({ places }) => isFollowed(scene, places)).length;
  // One endpoint alone agrees with itself; only resources with several say something.
  const compared = recon.resources.filter((rights) => rights.endpoints.length > 1);
  const findings =
    dimension === 'D3'
      ? [...(await reportOutliers(scene, endpoints)), ...(await findUnowned(scene, endpoints))]
      : await findNamedAmounts(scene, endpoints);
  return {
    evidence: {
      track: 'control',
      dimension,
      searches: scene.patternsOf(dimension).length + endpoints.length,
      endpoints: endpoints.length,
      endpointsVerified: endpoints.filter((endpoint) => isVerified(scene, endpoint)).length,
      resourceTypes: compared.length,
      consistentResourceTypes: compared.filter(({ agrees }) => agrees).length,
      chains: chains.length,
      chainsFollowed: followed,
    },
    cells: rateFiles(scene, dimension, files),
    findings,
  };
}

/** Every place of the workflow was followed to its end, and a request begins it. */
const isFollowed = (scene: AuditScene, places: Recon['workflows'][number]['places']): boolean => {
  const ways = places.map((place) => scene.trace(place).kind);
  return ways.every((kind) => kind !== 'broken') && ways.includes('complete');
};

const isAccess = ({ kind }: Guard): boolean => kind === 'authentication' || kind === 'authorization';

/** Endpoints that ask for less than those beside them, for the same resource in the same file. */
async function reportOutliers(scene: AuditScene, endpoints: readonly Endpoint[]): Promise<readonly ClaimedFinding[]> {
  const findings: ClaimedFinding[] = [];
  for (const { resource, outliers } of scene.recon.resources.filter(({ agrees }) => !agrees))
    for (const endpoint of endpoints.filter((each) => each.resource === resource && outliers.includes(each.name))) {
      const stricter = endpoints.filter((each) => isStricter(each, endpoint));
      if (stricter.length > 0) findings.push(await toFinding(scene, endpoint, stricter));
    }
  return findings;
}

const isStricter = (other: Endpoint, endpoint: Endpoint): boolean =>
  other.file === endpoint.file &&
  other.resource === endpoint.resource &&
  other.guards.some((guard) => isAccess(guard) && !endpoint.guards.some(({ kind }) => kind === guard.kind));

async function toFinding(
  scene: AuditScene,
  endpoint: Endpoint,
  stricter: readonly Endpoint[],
): Promise<ClaimedFinding> {
  const lines = await scene.linesOf(endpoint.file);
  const own = endpoint.guards.filter(isAccess).map(({ name }) => name);
  const theirs = new Set(stricter.flatMap(({ guards }) => guards.filter(isAccess).map(({ name }) => name)));
  const more = [...theirs].filter((name) => !own.includes(name));
  const names = stricter.slice(0, 3).map(({ name }) => name);
  return claimFinding({
    severity: endpoint.verb === 'read' ? 'MEDIUM' : 'HIGH',
    title: `${endpoint.name} asks for less than other endpoints of ${endpoint.resource}`,
    issue: `${endpoint.name} stands behind ${own.join(', ') || 'no guard'}, while ${names.join(', ')} of the same resource also ask for ${more.join(', ')}. ${
      own.length === 0 ? 'Whoever can send a request can use it.' : `Whoever passes ${own.join(', ')} can use it.`
    }`,
    category: 'authorization',
    dimension: 'D3',
    cwe: own.length > 0 ? 'CWE-862' : 'CWE-306',
    file: endpoint.file,
    line: endpoint.line,
    endLine: endpoint.line,
    evidence: (lines[endpoint.line - 1] ?? '').trim() || null,
    recommendation:
      'Put the guard of the neighbouring endpoints in front of this one, or say in the code why it is open.',
    confidence: CONFIDENCE.medium,
    rule: 'audit-endpoint-guards-differ',
  });
}

function rateFiles(
  scene: AuditScene,
  dimension: ControlEvidence['dimension'],
  files: readonly IndexedFile[],
): readonly CoverageCell[] {
  const places =
    dimension === 'D3' ? scene.recon.endpoints : scene.recon.workflows.flatMap((workflow) => workflow.places);
  const hosts = new Set(places.map(({ file }) => file));
  const open = new Set(
    scene.recon.endpoints.filter((endpoint) => !isVerified(scene, endpoint)).map(({ file }) => file),
  );
  return files
    .filter(({ path }) => hosts.has(path))
    .map(({ path }) => ({
      dimension,
      path,
      status: !scene.analysed.has(path) ? 'missing' : open.has(path) ? 'shallow' : 'covered',
    }));
}
