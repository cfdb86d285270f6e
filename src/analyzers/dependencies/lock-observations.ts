/**
 * Finds and reads the lock file of a manifest and returns observations, at the manifest: no lock file, packages fetched over http,
 * packages without a checksum, ranges that differ from the manifest; and those of lock-terms.ts. Called by dependencies.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { directoryOf, fileNameOf } from '../../protocol/source/paths.ts';
import { parseJsonObject } from '../../protocol/text/json-object.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import {
  findLock,
  findPlainOrigins,
  findUnverified,
  LOCK_NAMES,
  type LockedPackage,
  type LockFile,
  readLock,
} from '../packages/lock-file.ts';
import type { Manifest } from '../packages/package-manifest.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { observeTerms } from './lock-terms.ts';
import { NAMES_SHOWN, observePackages } from './locked-packages.ts';

export async function observeLock(
  document: TextDocument,
  manifest: Manifest,
  snapshot: Snapshot,
  paths: ReadonlySet<string>,
): Promise<readonly Observation[]> {
  const name = fileNameOf(document.path);
  if (manifest.declared.length === 0 || !(name in LOCK_NAMES)) return [];
  const path = await findLock(document.path, paths, snapshot);
  if (path === null) return describeMissingLock(document, name, manifest);
  const lock = await readLock(path, snapshot);
  if (!lock) return [];
  const isOwn = directoryOf(path) === directoryOf(document.path);
  return [
    ...describeOrigins(document, manifest, lock, findPlainOrigins(lock)),
    ...describeUnverified(document, manifest, lock, findUnverified(lock)),
    ...(isOwn ? [...describeDrift(document, manifest, lock), ...observeTerms(document, manifest, lock)] : []),
  ];
}

/** A go.mod fixes every version by itself; what is missing are the checksums, and those the public database holds too. */
const describeMissingSums = (document: TextDocument, manifest: Manifest): Observation => ({
  document,
  line: manifest.declared[0]?.line ?? 1,
  rule: 'lock-file-missing',
  severity: 'LOW',
  category: 'transitive',
  dimension: 'D10',
  title: `No go.sum beside ${document.path}`,
  issue: `${manifest.declared.length} dependencies are declared and no go.sum holds their checksums: the build asks for one, and private modules are taken unchecked.`,
  recommendation: 'Run `go mod tidy` and commit go.sum with go.mod.',
  extra: { dependency: null, affected_versions: null },
});

function describeMissingLock(document: TextDocument, name: string, manifest: Manifest): readonly Observation[] {
  const json = parseJsonObject(document.text);
  const isLibrary =
    json !== null && json.private !== true && ('main' in json || 'exports' in json || json.type === 'library');
  if (isLibrary || name === 'pyproject.toml') return [];
  if (name === 'go.mod') return [describeMissingSums(document, manifest)];
  return [
    {
      document,
      line: manifest.declared[0]?.line ?? 1,
      rule: 'lock-file-missing',
      severity: 'MEDIUM',
      category: 'transitive',
      cwe: 'CWE-1357',
      dimension: 'D10',
      title: `No lock file beside ${document.path}`,
      issue: `${manifest.declared.length} dependencies are declared and no ${(LOCK_NAMES[name] ?? []).slice(0, 3).join(', ')} fixes what is installed, nor its checksums.`,
      recommendation:
        'Create the lock file with the package manager, commit it, and install from it in builds (`npm ci`, `go mod verify`).',
      extra: { dependency: null, affected_versions: null },
    },
  ];
}

const listPackages = (packages: readonly LockedPackage[]): string =>
  listSome(
    packages.map(({ name, version }) => `${name}${version === null ? '' : `@${version}`}`),
    NAMES_SHOWN,
  );

function describeOrigins(
  document: TextDocument,
  manifest: Manifest,
  lock: LockFile,
  packages: readonly LockedPackage[],
): readonly Observation[] {
  return observePackages(document, manifest, packages, ({ resolved }, direct) => ({
    rule: 'locked-over-plain-connection',
    severity: 'HIGH',
    category: direct ? 'confusion' : 'transitive',
    cwe: 'CWE-319',
    title: `${lock.path} fetches ${packages.length === 1 ? 'a package' : `${packages.length} packages`} over a connection that is not encrypted`,
    issue: `The lock file resolves ${listPackages(packages)} from \`${resolved?.slice(0, 120) ?? ''}\`.`,
    recommendation: 'Set the registry to https and write the lock file again.',
    extra: { direct },
  }));
}

function describeUnverified(
  document: TextDocument,
  manifest: Manifest,
  lock: LockFile,
  packages: readonly LockedPackage[],
): readonly Observation[] {
  return observePackages(document, manifest, packages, ({ name }, direct) => ({
    rule: 'locked-without-checksum',
    severity: 'MEDIUM',
    category: 'transitive',
    cwe: 'CWE-353',
    title: `${lock.path} has no checksum for ${packages.length === 1 ? name : `${packages.length} packages`}`,
    issue: `Other entries carry one, but not ${listPackages(packages)}: a changed package would be installed unnoticed.`,
    recommendation: 'Delete the entries and write the lock file again, then compare the versions.',
    extra: { direct },
  }));
}

function describeDrift(document: TextDocument, manifest: Manifest, lock: LockFile): readonly Observation[] {
  const { ranges } = lock;
  if (!ranges) return [];
  const drifted = manifest.declared.filter(({ name, spec }) => ranges.get(name) !== spec);
  const [first] = drifted;
  if (!first) return [];
  return [
    {
      document,
      line: first.line,
      rule: 'lock-file-outdated',
      severity: 'MEDIUM',
      category: 'outdated',
      dimension: 'D10',
      title: `${lock.path} does not match the manifest`,
      issue: `The manifest asks for \`${first.name}\` \`${first.spec}\`, the lock was made for \`${ranges.get(first.name) ?? 'nothing of that name'}\`${drifted.length > 1 ? `; ${drifted.length - 1} more differ` : ''}. \`npm ci\` refuses this.`,
      recommendation: 'Run the package manager once and commit the new lock file.',
      extra: { dependency: first.name, affected_versions: first.spec },
    },
  ];
}
