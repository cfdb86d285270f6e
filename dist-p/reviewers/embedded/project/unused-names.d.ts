/**
 * Names of a JavaScript or TypeScript module that nothing in it uses: imports, and functions that are not exported. Silent
 * wherever a name could be used unseen: in scripts without imports or exports, beside eval, in declarations, in comments.
 */
import type { MaskedSource } from './mask-source.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare function observeUnused(document: TextDocument, masked: MaskedSource): readonly Observation[];
