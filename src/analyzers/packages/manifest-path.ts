/**
 * Says by its name whether a file is a package manifest (package.json, pyproject.toml, go.mod and others; no lock file), and whether it
 * is one in JSON. Used by the declarations of dependencies and advisories, by read-manifest.ts and project-dependencies.ts.
 */
import { fileNameOf } from '../../protocol/source/paths.ts';

export const isManifestPath = (path: string): boolean =>
  /^(?:package\.json|requirements[\w.-]*\.txt|pyproject\.toml|go\.mod|Gemfile|composer\.json|pom\.xml)$/u.test(
    fileNameOf(path),
  );

/** Manifests whose versions are looked up; of Cargo.toml nothing else is judged. */
export const isVersionedManifest = (path: string): boolean => isManifestPath(path) || fileNameOf(path) === 'Cargo.toml';

export const isJsonManifest = (path: string): boolean => /^(?:package|composer)\.json$/u.test(fileNameOf(path));
