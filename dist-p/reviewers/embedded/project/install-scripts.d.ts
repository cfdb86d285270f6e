import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare function observeInstallScripts(document: TextDocument): readonly Observation[];
