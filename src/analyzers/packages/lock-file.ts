/**
 * Finds the lock file of a manifest and reads package-lock.json, npm-shrinkwrap.json or yarn.lock (version 1) into packages with version,
 * origin, checksum and licence, null for other formats; lists those without a checksum or over http. Used by dependencies/,
 * advisories/bringing-packages.ts and locked-versions.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import { directoryOf, fileNameOf, foldersUpward, joinPath } from '../../protocol/source/paths.ts';
import { asFields, isJsonObject, parseJsonObject } from '../../protocol/text/json-object.ts';

export interface LockedPackage {
  readonly name: string;
  readonly version: string | null;
  readonly resolved: string | null;
  readonly hasIntegrity: boolean;
  /** Null where the lock file does not say. */
  readonly license: string | null;
  readonly isDevelopment: boolean;
  /** Whether it runs a script of its own when installed. */
  readonly runsScript: boolean;
}

export interface LockFile {
  readonly path: string;
  readonly packages: readonly LockedPackage[];
  /** Ranges the lock was made for, by name; null where the format does not keep them. */
  readonly ranges: ReadonlyMap<string, string> | null;
}

/** Lock files by manifest name; the first that is found counts. */
export const LOCK_NAMES: Readonly<Record<string, readonly string[]>> = {
  'package.json': ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  'go.mod': ['go.sum'],
  Gemfile: ['Gemfile.lock'],
  'composer.json': ['composer.lock'],
  'pyproject.toml': ['poetry.lock', 'uv.lock', 'pdm.lock', 'requirements.lock', 'requirements.txt'],
  Pipfile: ['Pipfile.lock'],
  'Cargo.toml': ['Cargo.lock'],
};

/** The lock beside a manifest or, for a member of a workspace, at the workspace's root. */
export async function findLock(
  manifestPath: string,
  paths: ReadonlySet<string>,
  snapshot: Snapshot,
): Promise<string | null> {
  const names = LOCK_NAMES[fileNameOf(manifestPath)] ?? [];
  const own = directoryOf(manifestPath);
  for (const parent of foldersUpward(own)) {
    const found = names.map((name) => joinPath(parent, name)).find((path) => paths.has(path));
    if (found === undefined) continue;
    return parent === own || (await isWorkspace(parent, paths, snapshot)) ? found : null;
  }
  return null;
}

const WORKSPACE_FILES = ['pnpm-workspace.yaml', 'lerna.json', 'go.work', 'rush.json'];

async function isWorkspace(folder: string, paths: ReadonlySet<string>, snapshot: Snapshot): Promise<boolean> {
  if (WORKSPACE_FILES.some((name) => paths.has(joinPath(folder, name)))) return true;
  const manifest = await snapshot.read(joinPath(folder, 'package.json'));
  if (manifest.kind === 'text') return 'workspaces' in (parseJsonObject(manifest.text) ?? {});
  const cargo = await snapshot.read(joinPath(folder, 'Cargo.toml'));
  if (cargo.kind === 'text' && /^\[workspace\]/mu.test(cargo.text)) return true;
  const python = await snapshot.read(joinPath(folder, 'pyproject.toml'));
  return python.kind === 'text' && /^\[tool\.uv\.workspace\]/mu.test(python.text);
}

export async function readLock(path: string, snapshot: Snapshot): Promise<LockFile | null> {
  const isNpm = /(?:package-lock|npm-shrinkwrap)\.json$/u.test(path);
  if (!isNpm && !path.endsWith('yarn.lock')) return null;
  const read = await snapshot.read(path);
  if (read.kind !== 'text') return null;
  return isNpm ? parseNpmLock(path, read.text) : parseYarnLock(path, read.text);
}

export function parseNpmLock(path: string, text: string): LockFile | null {
  const lock = parseJsonObject(text);
  if (!lock) return null;
  const hasPackages = 'packages' in lock;
  const packages = Object.entries(asFields(hasPackages ? lock.packages : lock.dependencies)).flatMap(parseNpmEntry);
  const root = asFields(asFields(lock.packages)['']);
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((section) =>
    Object.entries(asFields(root[section])).map(([name, range]) => [name, String(range)] as const),
  );
  return { path, packages, ranges: hasPackages ? new Map(ranges) : null };
}

const FOLDER = 'node_modules/';

function parseNpmEntry([key, value]: [string, unknown]): readonly LockedPackage[] {
  if (key === '' || !isJsonObject(value)) return [];
  const { resolved, integrity, version, link, inBundle, ...more } = value;
  if (link === true || inBundle === true) return [];
  const folderAt = key.lastIndexOf(FOLDER);
  return [
    {
      name: folderAt < 0 ? key : key.slice(folderAt + FOLDER.length),
      version: typeof version === 'string' ? version : null,
      resolved: typeof resolved === 'string' ? resolved : null,
      hasIntegrity: typeof integrity === 'string',
      license: typeof more.license === 'string' ? more.license : null,
      isDevelopment: more.dev === true || more.devOptional === true,
      runsScript: more.hasInstallScript === true,
    },
  ];
}

function parseYarnLock(path: string, text: string): LockFile | null {
  if (!text.includes('# yarn lockfile v1')) return null;
  const packages: LockedPackage[] = [];
  for (const block of text.split(/\n{2,}/u)) {
    const name = /^"?(@?[^@"\s]+)@/mu.exec(block)?.[1];
    const resolved = /^ {2}resolved "([^"]*)"/mu.exec(block)?.[1];
    if (name === undefined || resolved === undefined) continue;
    const version = /^ {2}version "([^"]*)"/mu.exec(block)?.[1] ?? null;
    packages.push({
      name,
      version,
      resolved,
      hasIntegrity: /^ {2}integrity /mu.test(block) || /#[0-9a-f]{40}$/u.test(resolved),
      license: null,
      isDevelopment: false,
      runsScript: false,
    });
  }
  return { path, packages, ranges: null };
}

const isRegistryTarball = (resolved: string): boolean => /^https?:\/\/[^/]+\/.*\.tgz/u.test(resolved);

/** Packages the lock fetches over an open connection. */
export const findPlainOrigins = (lock: LockFile): readonly LockedPackage[] =>
  lock.packages.filter(({ resolved }) => resolved !== null && /^(?:http|git):\/\//u.test(resolved));

/** Packages from a registry that carry no checksum although others of the same lock do. */
export function findUnverified(lock: LockFile): readonly LockedPackage[] {
  if (!lock.packages.some(({ hasIntegrity }) => hasIntegrity)) return [];
  return lock.packages.filter(
    ({ resolved, hasIntegrity }) => !hasIntegrity && resolved !== null && isRegistryTarball(resolved),
  );
}
