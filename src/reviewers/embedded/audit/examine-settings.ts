/**
 * Examines the configuration dimensions (D2, D7, D8, D10) for hunt.ts: returns evidence, coverage cells and findings. A check counts
 * as done only where its calls were followed, or its files analysed and compared; that a file of a telling name exists is not enough
 * (FACT-01).
 */
import type { CoverageCell } from '../../../ports/auditor.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import type { ConfigEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import type { Check } from '../../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import { isAccessGuard, type SinkSpot, sinksOf } from '../../../recon/recon.ts';
import { type AuditContext, type Examination, wasRead } from './audit-context.ts';
import { compareStages } from './compare-stages.ts';

/** Calls that make, keep or check what the dimension is about; files that only sound like it are not among them. */
const LIFECYCLE = {
  D2: ['token', 'password', 'session'],
  D7: ['hash', 'cipher', 'random'],
} as const;
const MAIN_FILES = ['container', 'environment', 'server', 'settings', 'deployment', 'pipeline'];

export async function examineSettings(
  context: AuditContext,
  dimension: ConfigEvidence['dimension'],
  files: readonly IndexedFile[],
): Promise<Examination<ConfigEvidence>> {
  const paths = new Set(files.map(({ path }) => path));
  const spots = sinksOf(context.recon, dimension).filter(({ file }) => paths.has(file));
  const { checks, findings } = await examine(context, dimension, spots);
  const looked = context.analyzers.has('dependencies') && dimension === 'D10' ? spots.length : 0;
  return {
    evidence: { track: 'config', dimension, searches: context.patternsOf(dimension).length + looked, checks },
    cells: rateFiles(context, dimension, spots, checks),
    findings,
    hotspots: [],
  };
}

interface Checked {
  readonly checks: readonly Check[];
  readonly findings: readonly ClaimedFinding[];
}

async function examine(
  context: AuditContext,
  dimension: ConfigEvidence['dimension'],
  spots: readonly SinkSpot[],
): Promise<Checked> {
  switch (dimension) {
    case 'D2': {
      const checks: readonly Check[] = isFollowed(context, 'D2', spots) ? ['token-lifecycle'] : [];
      return { checks: isMiddlewareRead(context) ? ['middleware', ...checks] : checks, findings: [] };
    }
    case 'D7':
      return { checks: isFollowed(context, 'D7', spots) ? ['key-lifecycle'] : [], findings: [] };
    case 'D8':
      return examineMainFiles(context, spots);
    case 'D10':
      return { checks: context.analyzers.has('advisories') ? ['versions-against-cves'] : [], findings: [] };
  }
}

/** Every such call lies in an analysed file, none of their ways breaks off, and one at least begins at an entry point. */
function isFollowed(context: AuditContext, dimension: keyof typeof LIFECYCLE, spots: readonly SinkSpot[]): boolean {
  const wanted: readonly string[] = LIFECYCLE[dimension];
  const calls = spots.filter(({ category }) => wanted.includes(category));
  const ways = calls.map((call) => context.trace(call).kind);
  return (
    calls.every(({ file }) => context.analysed.has(file)) &&
    ways.every((kind) => kind !== 'broken') &&
    ways.includes('complete')
  );
}

/** The files of all guards that stand before an endpoint were analysed whole. */
function isMiddlewareRead(context: AuditContext): boolean {
  const all = context.recon.endpoints.flatMap((endpoint) => endpoint.guards);
  const guards = new Set(all.filter(isAccessGuard).map(({ file }) => file));
  return guards.size > 0 && [...guards].every((file) => wasRead(context, file));
}

async function examineMainFiles(context: AuditContext, spots: readonly SinkSpot[]): Promise<Checked> {
  const main = [...new Set(spots.filter(({ category }) => MAIN_FILES.includes(category)).map(({ file }) => file))];
  if (main.length === 0 || !main.every((file) => context.analysed.has(file))) return { checks: [], findings: [] };
  const { isCompared, findings } = await compareStages(main, (file) => context.linesOf(file));
  return { checks: ['main-files', ...(isCompared ? (['production-against-development'] as const) : [])], findings };
}

function rateFiles(
  context: AuditContext,
  dimension: ConfigEvidence['dimension'],
  spots: readonly SinkSpot[],
  checks: readonly string[],
): readonly CoverageCell[] {
  return [...Map.groupBy(spots, ({ file }) => file)].map(([path, own]) => {
    if (!context.analysed.has(path)) return { dimension, path, status: 'missing' };
    const isDeep =
      dimension === 'D8'
        ? checks.includes('main-files')
        : dimension === 'D10'
          ? checks.length > 0
          : checks.some((check) => check.endsWith('-lifecycle')) &&
            own.every((spot) => context.trace(spot).kind !== 'broken');
    return { dimension, path, status: isDeep ? 'covered' : 'shallow' };
  });
}
