/** CloudFormation and SAM templates, YAML or JSON: the same problems as Terraform, under the names of this language. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type YamlNode } from './yaml-tree.ts';
export declare const isCloudFormationText: (text: string) => boolean;
export declare function checkCloudFormation(_document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[];
