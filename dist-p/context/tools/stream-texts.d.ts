/** The texts of many files in their order, some of them read ahead, none kept. */
import type { ReadOutcome } from '../../ports.ts';
export interface NamedText {
    readonly path: string;
    readonly text: string;
}
/** Leaves out what has no text. `read` does not throw. */
export declare function streamTexts(paths: Iterable<string> | AsyncIterable<string>, read: (path: string) => Promise<ReadOutcome | {
    readonly kind: 'unknown';
}>): AsyncGenerator<NamedText>;
