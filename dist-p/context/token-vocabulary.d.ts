import { type VocabularyMemory } from './token-vocabulary-cache.ts';
export type { VocabularyMemory } from './token-vocabulary-cache.ts';
export interface Vocabulary {
    readonly memory: VocabularyMemory;
    /** Rank of bytes[from, to) among all tokens, lower first, or -1. `hash` is `hashBytes` of the same bytes. */
    find(bytes: Uint8Array, from: number, to: number, hash: number): number;
}
export declare function hashBytes(bytes: Uint8Array, from: number, to: number): number;
export declare function openVocabulary(memory: VocabularyMemory): Vocabulary;
/**
 * The package drops a byte order mark whenever it turns bytes into a string, so it never finds a token that begins
 * with one. Counts are to equal the package's, so such tokens are left out here too.
 */
export declare const startsWithMark: (bytes: Uint8Array, from: number, to: number) => boolean;
/**
 * The one vocabulary of the process, opened when it is first asked for; with a folder it is kept there for the next one.
 * Throws where the package has no such file.
 */
export declare function shareVocabulary(cacheFolder?: string | null): VocabularyMemory;
