/**
 * Words of chance and what stands for them in texts that are kept from run to run. A word is secret to its run; its stand-in is
 * not, so a text that holds one already is never taken for ours: whoever wrote it there gains nothing.
 */
export interface StandIns {
    learn(key: string, word: string): void;
    /** The text without words of chance; null where it holds a stand-in by itself. */
    hide(text: string): string | null;
    /** The text with the words of this run; null where it holds one of them already. */
    show(text: string): string | null;
    /** Whether a word of chance is in the text. */
    isIn(text: string): boolean;
}
export declare function createStandIns(mark: (text: string) => string): StandIns;
