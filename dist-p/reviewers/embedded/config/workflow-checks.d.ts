/** GitHub workflows and composite actions: who may run what with which rights. Reads, never evaluates. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type YamlNode } from './yaml-tree.ts';
export declare function checkWorkflow(document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[];
/** Problems of the shell text in a scalar, each at its line. */
export declare const sightScript: (document: TextDocument, node: YamlNode) => readonly Sighting[];
/** Environment variables that switch checks off, wherever a build file sets them. */
export declare function sightVariables(root: YamlNode): readonly Sighting[];
