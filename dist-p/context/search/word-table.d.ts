/**
 * Finds the words of a text without making a string of each: words are known by a hash while they are scanned, and only a
 * new one is cut out. Source code says the same words again and again, so this is what makes indexing cheap.
 */
export interface WordTable {
    /** Calls back once for every different word of the text, with its number and how often it occurs. */
    scan(text: string, visit: (word: number, times: number) => void): void;
}
/**
 * `learn` is called once for each new word and has to remember it under its number; `forget` when all numbers become void.
 * Two words are the same if both 32-bit hashes agree: of a million words, none are confused but by design.
 */
export declare function createWordTable(learn: (word: string) => void, forget: () => void): WordTable;
