/** Doc comments that speak of parameters a function does not have: the sign of a signature that moved on without them. */
import type { MaskedSource } from './mask-source.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare function observeDocumentedParameters(document: TextDocument, masked: MaskedSource): readonly Observation[];
