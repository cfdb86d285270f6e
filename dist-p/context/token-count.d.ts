import { type VocabularyMemory } from './token-vocabulary.ts';
export type CountBytes = (bytes: Uint8Array) => number;
/** Bytes that are no UTF-8 count as the replacement characters that a reader of the text would see. */
export declare function createByteCounter(memory: VocabularyMemory): CountBytes;
