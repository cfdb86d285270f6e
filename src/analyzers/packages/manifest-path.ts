/**
 * Says by its name whether a file is a package manifest (package.json, pyproject.toml, go.mod and others; no lock file), and whether it
 * is one in JSON. Used by the declarations of dependencies and advisories, and by read-manifest.ts.
 */
import { fileNameOf } from '../../protocol/source/paths.ts';

export const isManifestPath = (path: string): boolean =>
  /^(?:package\.json|requirements[\w.-]*\.txt|pyproject\.toml|go\.mod|Gemfile|composer\.json|pom\.xml)$/u.test(
    fileNameOf(path),
  );

export const isJsonManifest = (path: string): boolean => /^(?:package|composer)\.json$/u.test(fileNameOf(path));
