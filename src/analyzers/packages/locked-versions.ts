/**
 * Lists the exact versions of the packages that a manifest brings in, from its lock file (npm, yarn, pnpm, poetry, uv, pdm, Bundler,
 * Cargo), else from specs that name one version; others are left out. Never throws. Called by advisories/advisories.ts and
 * project-dependencies.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { directoryOf, fileNameOf } from '../../protocol/source/paths.ts';
import { parseCargoLock } from './cargo-manifest.ts';
import { findLock, readLock } from './lock-file.ts';
import { type Ecosystem, type Manifest, nameOf } from './package-manifest.ts';
import { findEcosystem, normalizePackageName, type PackageVersion } from './package-version.ts';

export interface PinnedPackage extends PackageVersion {
  /** Line of the manifest: of the dependency itself, or of the first one where it comes along with others. */
  readonly line: number;
  readonly isDirect: boolean;
}

type NamedVersion = Pick<PackageVersion, 'name' | 'version'>;

/** In the order of the lock file, each package and version once. */
export async function findPinned(
  path: string,
  manifest: Manifest,
  snapshot: Snapshot,
  paths: ReadonlySet<string>,
): Promise<readonly PinnedPackage[]> {
  const ecosystem = findEcosystem(manifest.ecosystem);
  if (ecosystem === null) return [];
  const lock = await findLock(path, paths, snapshot);
  const locked = lock === null ? null : await readLockedVersions(lock, snapshot);
  const versions =
    locked ??
    manifest.declared.flatMap((each) => readExact(manifest.ecosystem, nameOf(each), each.resolved ?? each.spec));
  const lines = new Map(manifest.declared.map((each) => [normalizePackageName(ecosystem, nameOf(each)), each.line]));
  const first = manifest.declared[0]?.line ?? 1;
  // A workspace of Cargo has one lock file: what comes along is told at its root, once.
  const isMember = ecosystem === 'crates.io' && lock !== null && directoryOf(lock) !== directoryOf(path);
  const unique = new Map<string, PinnedPackage>();
  for (const { name, version } of versions) {
    const line = lines.get(normalizePackageName(ecosystem, name));
    if (isMember && line === undefined) continue;
    const pinned = { ecosystem, name, version, line: line ?? first, isDirect: line !== undefined };
    unique.set(`${name}\0${version}`, pinned);
  }
  return [...unique.values()];
}

/** A spec that allows one version only. */
function readExact(ecosystem: Ecosystem, name: string, spec: string): readonly NamedVersion[] {
  const pattern =
    ecosystem === 'pypi'
      ? /^={2,3}\s*([^\s,;*]+)$/u
      : ecosystem === 'go'
        ? /^(v\S+)$/u
        : ecosystem === 'crates.io'
          ? /^=\s*(\d[\w.+-]*)$/u
          : /^['"]?=?\s*(\d[\w.+-]*)['"]?$/u;
  const version = pattern.exec(spec.trim())?.[1];
  if (version === undefined || /(?:^|\.)[x*](?:\.|$)/iu.test(version)) return [];
  return [{ name, version }];
}

/** Null where the lock is of a kind that holds no versions, or cannot be read. */
async function readLockedVersions(path: string, snapshot: Snapshot): Promise<readonly NamedVersion[] | null> {
  const name = fileNameOf(path);
  const parse = PARSERS[name];
  if (parse === undefined) {
    const lock = await readLock(path, snapshot);
    return (
      lock?.packages.flatMap((each) => (each.version === null ? [] : [{ name: each.name, version: each.version }])) ??
      null
    );
  }
  const read = await snapshot.read(path);
  return read.kind === 'text' ? parse(read.text) : null;
}

const collectMatches = (text: string, pattern: RegExp): readonly NamedVersion[] =>
  [...text.matchAll(pattern)].map(([, name = '', version = '']) => ({ name, version }));

/** `[[package]]` tables with name and version on lines of their own. */
const parseTomlLock = (text: string): readonly NamedVersion[] =>
  text
    .split(/^\[\[package\]\]\s*$/mu)
    .slice(1)
    .flatMap((table) => {
      const name = /^name = "([^"\n]+)"/mu.exec(table)?.[1];
      const version = /^version = "([^"\n]+)"/mu.exec(table)?.[1];
      return name === undefined || version === undefined ? [] : [{ name, version }];
    });

const PARSERS: Readonly<Record<string, (text: string) => readonly NamedVersion[]>> = {
  'poetry.lock': parseTomlLock,
  'uv.lock': parseTomlLock,
  'pdm.lock': parseTomlLock,
  'Cargo.lock': (text) => parseCargoLock(text).filter(({ isOfRegistry }) => isOfRegistry),
  'Gemfile.lock': (text) => collectMatches(text, /^ {4}([\w.-]+) \((\d[^\s)]*)\)$/gmu),
  'pnpm-lock.yaml': (text) =>
    collectMatches(text, /^ {2}['"]?\/?((?:@[\w.-]+\/)?[\w.-]+)@(\d[\w.+-]*)(?:\([^\n]*\))?['"]?:/gmu),
};
