/**
 * Reads the version of this package (which its own analyzers share), and finds versions and files of the packages it depends on: in
 * `node_modules` of a checkout, or bundled in the published package (`scripts/bundle-packages.ts`). Used by commands, reports and
 * analyzers.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { fileURLToPath } from 'node:url';

let ownVersion: string | null = null;

/** Read once: every analyzer of a run and every store asks for it. */
export function readVersion(): string {
  ownVersion ??= readManifestVersion(fileURLToPath(new URL('../package.json', import.meta.url)));
  return ownVersion ?? '';
}

/** Where bundled packages lie in the published package. A checkout has no such folder. */
const BUNDLED = new URL('packages/', import.meta.url);

/** Read without loading the package; null where it was left out of the installation. */
export function readPackageVersion(name: string): string | null {
  try {
    return readBundledVersions()[name] ?? readManifestVersion(findPackageJSON(name, import.meta.url));
  } catch {
    return null;
  }
}

/** A file of a package that is read as it is, not loaded. */
export function findPackageFile(name: string, path: string): string {
  const bundled = new URL(path.slice(path.lastIndexOf('/') + 1), BUNDLED);
  return existsSync(bundled) ? fileURLToPath(bundled) : createRequire(import.meta.url).resolve(`${name}/${path}`);
}

function readBundledVersions(): Readonly<Record<string, string>> {
  const file = new URL('versions.json', BUNDLED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

function readManifestVersion(path: string | undefined): string | null {
  const manifest: unknown = path === undefined ? null : JSON.parse(readFileSync(path, 'utf8'));
  return manifest && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : null;
}
