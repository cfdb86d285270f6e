/** Which files declare what a project depends on, by their names. Lock files are not among them. */
import { fileNameOf } from '../../protocol/source/paths.ts';

export const isManifestPath = (path: string): boolean =>
  /^(?:package\.json|requirements[\w.-]*\.txt|pyproject\.toml|go\.mod|Gemfile|composer\.json|pom\.xml)$/u.test(
    fileNameOf(path),
  );

export const isJsonManifest = (path: string): boolean => /^(?:package|composer)\.json$/u.test(fileNameOf(path));
