/**
 * Makes one observation about a list of packages of a lock file, at the line of the manifest that declares the first of them (else the
 * first dependency). Used by lock-observations.ts and lock-terms.ts; dependencies.ts takes the limit of names shown.
 */
import type { LockedPackage } from '../packages/lock-file.ts';
import type { Manifest } from '../packages/package-manifest.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

export const NAMES_SHOWN = 10;

type Said = Omit<Observation, 'document' | 'line' | 'dimension'>;

/** A package that only comes along with others is told at the first line of the manifest. */
export function observePackages(
  document: TextDocument,
  { declared }: Manifest,
  packages: readonly LockedPackage[],
  say: (first: LockedPackage, isDirect: boolean) => Said,
): readonly Observation[] {
  const [first] = packages;
  if (!first) return [];
  const direct = declared.find(({ name }) => name === first.name);
  const line = (direct ?? declared[0])?.line ?? 1;
  const said = say(first, direct !== undefined);
  const extra = { dependency: first.name, affected_versions: first.version, ...said.extra };
  return [{ document, line, dimension: 'D10', ...said, extra }];
}
