/**
 * Declares the analyzer `dependencies`, entered in list.ts: how manifests, lock files and build files pin what a project depends on, and
 * code that is downloaded and run.
 */
import { isSourceLanguage } from '../../protocol/source/language.ts';
import type { OwnDeclaration } from '../declaration.ts';
import { isManifestPath } from '../packages/manifest-path.ts';
import { isBuildFile } from './build-paths.ts';

export const dependencies: OwnDeclaration = {
  name: 'dependencies',
  reads:
    'manifests and lock files, Dockerfiles, workflows, settings of package managers; every source language for fetched code',
  reviewers: { 'vulnerability-reviewer': 'every' },
  program: null,
  package: null,
  runsOn: 'process',
  vouches: true,
  accepts: (path, language) =>
    isSourceLanguage(language) || language === 'html' || isManifestPath(path) || isBuildFile(path),
  load: async (host) => (await import('./dependencies.ts')).createDependenciesScan(host),
};
