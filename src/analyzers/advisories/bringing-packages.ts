/**
 * Reads the lock file of npm (package-lock.json, npm-shrinkwrap.json) or Cargo of a manifest and returns a function from a package to the direct
 * dependencies that bring it in, none for other lock files. Called by package-reach.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { asFields, parseJsonObject } from '../../protocol/text/json-object.ts';
import { parseCargoLock } from '../packages/cargo-manifest.ts';
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
  const isCargo = lock?.endsWith('Cargo.lock') === true;
  if (lock === null || !(isCargo || /(?:package-lock|npm-shrinkwrap)\.json$/u.test(lock))) return () => [];
  const read = await snapshot.read(lock);
  const needs = read.kind === 'text' ? (isCargo ? parseCargoLock : listNpmNeeds)(read.text) : [];
  const neededBy = readNeeds(needs);
  return (name) => {
    const seen = new Set([name]);
    for (const each of seen) for (const next of neededBy.get(each) ?? []) seen.add(next);
    return direct.filter((each) => each !== name && seen.has(each));
  };
}

interface Need {
  readonly name: string;
  readonly needs: readonly string[];
}

/** Who needs a package, by name alone: two versions of one package count as one, so that none is missed. */
function readNeeds(all: readonly Need[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neededBy = new Map<string, Set<string>>();
  for (const { name, needs } of all)
    for (const needed of needs) getOrAdd(neededBy, needed, () => new Set<string>()).add(name);
  return neededBy;
}

const listNpmNeeds = (lockText: string): readonly Need[] =>
  Object.entries(asFields(parseJsonObject(lockText)?.packages)).flatMap(([path, entry]) => {
    const at = path.lastIndexOf(INSIDE);
    const { dependencies, optionalDependencies, peerDependencies } = asFields(entry);
    const lists = [dependencies, optionalDependencies, peerDependencies];
    return at < 0
      ? []
      : [{ name: path.slice(at + INSIDE.length), needs: lists.flatMap((each) => Object.keys(asFields(each))) }];
  });
