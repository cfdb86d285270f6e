/** The control dimensions (D3, D9): every endpoint's guards compared, every workflow followed (FACT-02). */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import type { ControlEvidence } from '../../../protocol/coverage-evidence.ts';
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/finding.ts';
import type { Endpoint, Recon, ResourceRights } from '../../../recon/recon.ts';
import type { AuditScene } from './audit-scene.ts';

export interface ControlExamination {
  readonly evidence: ControlEvidence;
  readonly cells: readonly CoverageCell[];
  readonly findings: readonly ClaimedFinding[];
}

/** The handler was found, so what stands on the way to it is known. */
const isVerified = ({ handlerPlace, handler }: Endpoint): boolean => handlerPlace !== null || handler === null;

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
      ? endpoints.filter((endpoint) => endpoint.sensitive.length > 0 && isVerified(endpoint)).length
      : recon.workflows.filter(({ places }) => isFollowed(scene, places)).length;
  const findings = dimension === 'D3' ? await reportOutliers(scene, endpoints) : [];
  return {
    evidence: {
      track: 'control',
      dimension,
      searches: scene.patternsOf(dimension).length + endpoints.length,
      endpoints: endpoints.length,
      endpointsVerified: endpoints.filter(isVerified).length,
      resourceTypes: recon.resources.length,
      consistentResourceTypes: recon.resources.filter(({ agrees }) => agrees).length,
      chains: chains.length,
      chainsFollowed: followed,
    },
    cells: rateFiles(scene, dimension, files),
    findings,
  };
}

/** Every place of the workflow is reached from an entry point, or nobody calls it. */
const isFollowed = (scene: AuditScene, places: Recon['workflows'][number]['places']): boolean =>
  places.every((place) => scene.trace(place).kind !== 'broken');

/** Endpoints that ask for less than their neighbours of the same resource. */
async function reportOutliers(scene: AuditScene, endpoints: readonly Endpoint[]): Promise<readonly ClaimedFinding[]> {
  const findings: ClaimedFinding[] = [];
  for (const rights of scene.recon.resources.filter(({ agrees }) => !agrees))
    for (const endpoint of endpoints.filter(({ name }) => rights.outliers.includes(name)))
      findings.push(await toFinding(scene, endpoint, rights));
  return findings;
}

async function toFinding(
  scene: AuditScene,
  endpoint: Endpoint,
  { resource, endpoints }: ResourceRights,
): Promise<ClaimedFinding> {
  const lines = await scene.linesOf(endpoint.file);
  const has = endpoint.guards.map(({ name }) => name).join(', ') || 'no guard';
  return claimFinding({
    severity: endpoint.verb === 'read' ? 'MEDIUM' : 'HIGH',
    title: `${endpoint.name} asks for less than other endpoints of ${resource}`,
    issue: `${endpoint.name} has ${has}, while other endpoints of the same resource (${endpoints
      .filter((name) => name !== endpoint.name)
      .slice(0, 3)
      .join(', ')}) are guarded. Whoever can send a request can use it.`,
    category: 'authorization',
    dimension: 'D3',
    cwe: endpoint.guards.some(({ kind }) => kind === 'authentication') ? 'CWE-862' : 'CWE-306',
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
  const open = new Set(scene.recon.endpoints.filter((endpoint) => !isVerified(endpoint)).map(({ file }) => file));
  return files
    .filter(({ path }) => hosts.has(path))
    .map(({ path }) => ({
      dimension,
      path,
      status: !scene.analysed.has(path) ? 'missing' : open.has(path) ? 'shallow' : 'covered',
    }));
}
