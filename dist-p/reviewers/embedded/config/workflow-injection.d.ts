/**
 * Follows text of strangers through a workflow: from the event through `env`, step and job outputs into scripts, the
 * environment file and inputs that are code. Job by job in the order of the file; nothing is evaluated.
 */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type Workflow } from './workflow-model.ts';
import { type YamlNode } from './yaml-tree.ts';
export declare function sightInjection(document: TextDocument, workflow: Workflow): readonly Sighting[];
/** Lines of a script with their place in the file. */
export declare function scriptLines(run: YamlNode, document: TextDocument): readonly {
    readonly text: string;
    readonly line: number;
}[];
