/** The configuration dimensions (D2, D7, D8, D10): which of the files that matter were analysed, and by what (FACT-01). */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import type { ConfigEvidence } from '../../../protocol/coverage-evidence.ts';
import { sinksOf } from '../../../recon/recon.ts';
import type { AuditScene } from './audit-scene.ts';

export interface SettingsExamination {
  readonly evidence: ConfigEvidence;
  readonly cells: readonly CoverageCell[];
}

type Category = string;

/** Categories of spots that must all lie in analysed files for a check to be done. */
const CHECK_CATEGORIES: Readonly<Record<string, readonly Category[]>> = {
  middleware: ['session', 'identity'],
  'token-lifecycle': ['token', 'password', 'session', 'identity'],
  'key-lifecycle': ['hash', 'cipher', 'random', 'keys'],
  'main-files': ['container', 'environment', 'server', 'settings', 'deployment', 'pipeline'],
};

export function examineSettings(
  scene: AuditScene,
  dimension: ConfigEvidence['dimension'],
  files: readonly IndexedFile[],
): SettingsExamination {
  const paths = new Set(files.map(({ path }) => path));
  const spots = sinksOf(scene.recon, dimension).filter(({ file }) => paths.has(file));
  const isRead = (file: string): boolean => scene.analysed.has(file) || !scene.isSource(file);
  const isDone = (check: string): boolean => {
    const wanted = CHECK_CATEGORIES[check] ?? [];
    const own = spots.filter(({ category }) => wanted.includes(category));
    return own.length > 0 && own.every(({ file }) => isRead(file));
  };
  const guards = new Set(scene.recon.endpoints.flatMap((endpoint) => endpoint.guards.map(({ file }) => file)));
  const checks = [
    ...(isDone('token-lifecycle') && dimension === 'D2' ? ['token-lifecycle'] : []),
    ...(dimension === 'D2' && (guards.size > 0 || isDone('middleware')) && [...guards].every(isRead)
      ? ['middleware']
      : []),
    ...(dimension === 'D7' && isDone('key-lifecycle') ? ['key-lifecycle'] : []),
    ...(dimension === 'D8' && isDone('main-files')
      ? ['main-files', ...compareStages(spots.map(({ file }) => file))]
      : []),
    ...(dimension === 'D10' && scene.analyzers.has('advisories') ? ['versions-against-cves'] : []),
  ];
  return {
    evidence: { track: 'config', dimension, searches: scene.patternsOf(dimension).length, checks },
    cells: [...new Set(spots.map(({ file }) => file))].map((path) => ({
      dimension,
      path,
      status: !isRead(path)
        ? 'missing'
        : dimension === 'D10' && !scene.analyzers.has('advisories')
          ? 'shallow'
          : 'covered',
    })),
  };
}

const PRODUCTION = /prod|release|deploy|Dockerfile|\.github\/workflows/iu;
const DEVELOPMENT = /dev|local|test|example|default|docker-compose/iu;

/** Settings of production and of development side by side; where a project has one stage alone there is nothing to compare. */
function compareStages(files: readonly string[]): readonly string[] {
  const production = files.some((file) => PRODUCTION.test(file));
  const development = files.some((file) => DEVELOPMENT.test(file));
  return production || !development ? ['production-against-development'] : [];
}
