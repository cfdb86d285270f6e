/** Shared as it is with other threads: structured cloning of it copies nothing. */
export interface VocabularyMemory {
    readonly slots: SharedArrayBuffer;
    readonly tokenBytes: SharedArrayBuffer;
}
/** `name` changes whenever the vocabulary or its layout does. */
export declare function readVocabulary(folder: string, name: string): VocabularyMemory | null;
export declare function writeVocabulary(folder: string, name: string, { slots, tokenBytes }: VocabularyMemory): void;
