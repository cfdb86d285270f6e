/** Files that name images, actions and registries, by their paths. */
import { fileNameOf } from '../../protocol/source/paths.ts';

export const isWorkflowPath = (path: string): boolean => /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/u.test(path);
export const isDockerfilePath = (path: string): boolean =>
  /^(?:Dockerfile|Containerfile)(?:\.|$)|\.dockerfile$/u.test(fileNameOf(path));
export const isSettingsPath = (path: string): boolean =>
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|pip\.ini|Gemfile|requirements[\w.-]*\.txt)$/u.test(fileNameOf(path));

export const isBuildFile = (path: string): boolean =>
  isDockerfilePath(path) || isWorkflowPath(path) || isSettingsPath(path);
