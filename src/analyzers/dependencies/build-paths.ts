/**
 * Says by its path whether a file is a Dockerfile, a GitHub workflow or a settings file of a package manager (.npmrc, pip.conf,
 * requirements.txt and others). Used by declaration.ts (what is accepted), build-files.ts and dependencies.ts.
 */
import { fileNameOf } from '../../protocol/source/paths.ts';

export const isWorkflowPath = (path: string): boolean => /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/u.test(path);
export const isDockerfilePath = (path: string): boolean =>
  /^(?:Dockerfile|Containerfile)(?:\.|$)|\.dockerfile$/u.test(fileNameOf(path));
export const isSettingsPath = (path: string): boolean =>
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|pip\.ini|Gemfile|requirements[\w.-]*\.txt)$/u.test(fileNameOf(path));

export const isBuildFile = (path: string): boolean =>
  isDockerfilePath(path) || isWorkflowPath(path) || isSettingsPath(path);
