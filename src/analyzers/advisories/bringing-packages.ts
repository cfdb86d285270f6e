/**
 * Reads the npm lock file (package-lock.json, npm-shrinkwrap.json) of a manifest and returns a function from a package to the direct
 * dependencies that bring it in, none for other lock files. Called by package-reach.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { asFields, parseJsonObject } from '../../protocol/text/json-object.ts';
import { findLock } from '../packages/lock-file.ts';

/** The direct dependencies that bring a package in, in the order of the manifest; none where the lock file does not say. */
export type ListBringing = (name: string) => readonly string[];

const INSIDE = 'node_modules/';

export async function readBringing(
  manifest: string,
  direct: readonly string[],
  snapshot: Snapshot,
): Promise<ListBringing> {
  const lock = await findLock(manifest, await snapshot.paths(), snapshot);
  if (lock === null || !/(?:package-lock|npm-shrinkwrap)\.json$/u.test(lock)) return () => [];
  const read = await snapshot.read(lock);
  const neededBy = read.kind === 'text' ? readNeeds(read.text) : new Map<string, ReadonlySet<string>>();
  return (name) => {
    const seen = new Set([name]);
    for (const each of seen) for (const next of neededBy.get(each) ?? []) seen.add(next);
    return direct.filter((each) => each !== name && seen.has(each));
  };
}

/** Who needs a package, by name alone: two versions of one package count as one, so that none is missed. */
function readNeeds(lockText: string): ReadonlyMap<string, ReadonlySet<string>> {
  const neededBy = new Map<string, Set<string>>();
  for (const [path, entry] of Object.entries(asFields(parseJsonObject(lockText)?.packages))) {
    const at = path.lastIndexOf(INSIDE);
    if (at < 0) continue;
    const { dependencies, optionalDependencies, peerDependencies } = asFields(entry);
    const needed = [dependencies, optionalDependencies, peerDependencies].flatMap((each) =>
      Object.keys(asFields(each)),
    );
    for (const name of needed) {
      const known = neededBy.get(name);
      if (known === undefined) neededBy.set(name, new Set([path.slice(at + INSIDE.length)]));
      else known.add(path.slice(at + INSIDE.length));
    }
  }
  return neededBy;
}
