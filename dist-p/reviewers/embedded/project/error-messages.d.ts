/** Messages that leave the user alone: errors that name nothing, programs that end without a word. */
import type { MaskedSource } from './mask-source.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare function observeMessages(document: TextDocument, masked: MaskedSource): readonly Observation[];
/** Exits whose condition and block hold no call that could have said something. */
export declare function observeSilentExits(document: TextDocument, masked: MaskedSource): readonly Observation[];
