/** What Dockerfiles, workflows and package-manager settings pull in: images, actions, registries. Line by line. */
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare const isWorkflowPath: (path: string) => boolean;
export declare const isDockerfilePath: (path: string) => boolean;
export declare const isSettingsPath: (path: string) => boolean;
export declare function observeBuildFile(document: TextDocument): readonly Observation[];
