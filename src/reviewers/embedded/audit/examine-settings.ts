/**
 * The configuration dimensions (D2, D7, D8, D10). A check is done when its calls were followed or its files analysed and
 * compared; that a file of a telling name exists is never enough (FACT-01).
 */
import type { CoverageCell } from '../../../ports/auditor.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import type { ConfigEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import { type SinkSpot, sinksOf } from '../../../recon/recon.ts';
import { type AuditScene, wasRead } from './audit-context.ts';
import { compareStages } from './compare-stages.ts';

export interface SettingsExamination {
  readonly evidence: ConfigEvidence;
  readonly cells: readonly CoverageCell[];
  readonly findings: readonly ClaimedFinding[];
}

/** Calls that make, keep or check what the dimension is about; files that only sound like it are not among them. */
const LIFECYCLE = {
  D2: ['token', 'password', 'session'],
  D7: ['hash', 'cipher', 'random'],
} as const;
const MAIN_FILES = ['container', 'environment', 'server', 'settings', 'deployment', 'pipeline'];

export async function examineSettings(
  scene: AuditScene,
  dimension: ConfigEvidence['dimension'],
  files: readonly IndexedFile[],
): Promise<SettingsExamination> {
  const paths = new Set(files.map(({ path }) => path));
  const spots = sinksOf(scene.recon, dimension).filter(({ file }) => paths.has(file));
  const { checks, findings } = await examine(scene, dimension, spots);
  const looked = scene.analyzers.has('dependencies') && dimension === 'D10' ? spots.length : 0;
  return {
    evidence: { track: 'config', dimension, searches: scene.patternsOf(dimension).length + looked, checks },
    cells: rateFiles(scene, dimension, spots, checks),
    findings,
  };
}

interface Checked {
  readonly checks: readonly string[];
  readonly findings: readonly ClaimedFinding[];
}

async function examine(
  scene: AuditScene,
  dimension: ConfigEvidence['dimension'],
  spots: readonly SinkSpot[],
): Promise<Checked> {
  switch (dimension) {
    case 'D2': {
      const checks = [...(isFollowed(scene, 'D2', spots) ? ['token-lifecycle'] : [])];
      return { checks: isMiddlewareRead(scene) ? ['middleware', ...checks] : checks, findings: [] };
    }
    case 'D7':
      return { checks: isFollowed(scene, 'D7', spots) ? ['key-lifecycle'] : [], findings: [] };
    case 'D8':
      return examineMainFiles(scene, spots);
    case 'D10':
      return { checks: scene.analyzers.has('advisories') ? ['versions-against-cves'] : [], findings: [] };
  }
}

/** Every such call lies in an analysed file, none of their ways breaks off, and one at least begins at an entry point. */
function isFollowed(scene: AuditScene, dimension: keyof typeof LIFECYCLE, spots: readonly SinkSpot[]): boolean {
  const wanted: readonly string[] = LIFECYCLE[dimension];
  const calls = spots.filter(({ category }) => wanted.includes(category));
  const ways = calls.map((call) => scene.trace(call).kind);
  return (
    calls.every(({ file }) => scene.analysed.has(file)) &&
    ways.every((kind) => kind !== 'broken') &&
    ways.includes('complete')
  );
}

/** The files of all guards that stand before an endpoint were analysed whole. */
function isMiddlewareRead(scene: AuditScene): boolean {
  const guards = new Set(
    scene.recon.endpoints.flatMap((endpoint) =>
      endpoint.guards
        .filter(({ kind }) => kind === 'authentication' || kind === 'authorization')
        .map(({ file }) => file),
    ),
  );
  return guards.size > 0 && [...guards].every((file) => wasRead(scene, file));
}

async function examineMainFiles(scene: AuditScene, spots: readonly SinkSpot[]): Promise<Checked> {
  const main = [...new Set(spots.filter(({ category }) => MAIN_FILES.includes(category)).map(({ file }) => file))];
  if (main.length === 0 || !main.every((file) => scene.analysed.has(file))) return { checks: [], findings: [] };
  const { isCompared, findings } = await compareStages(main, (file) => scene.linesOf(file));
  return { checks: ['main-files', ...(isCompared ? ['production-against-development'] : [])], findings };
}

function rateFiles(
  scene: AuditScene,
  dimension: ConfigEvidence['dimension'],
  spots: readonly SinkSpot[],
  checks: readonly string[],
): readonly CoverageCell[] {
  return [...Map.groupBy(spots, ({ file }) => file)].map(([path, own]) => {
    if (!scene.analysed.has(path)) return { dimension, path, status: 'missing' };
    const isDeep =
      dimension === 'D8'
        ? checks.includes('main-files')
        : dimension === 'D10'
          ? checks.length > 0
          : checks.some((check) => check.endsWith('-lifecycle')) &&
            own.every((spot) => scene.trace(spot).kind !== 'broken');
    return { dimension, path, status: isDeep ? 'covered' : 'shallow' };
  });
}
