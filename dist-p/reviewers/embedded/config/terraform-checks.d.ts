/** Terraform: resources of the three large clouds that are open, unencrypted or almighty. Explicit settings above all. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
export declare function checkTerraform(document: TextDocument): readonly Sighting[];
