import type { Folder } from './folder.ts';
import type { WalkedEntry } from './walk.ts';
export type Named = {
    readonly kind: 'entry';
    readonly entry: WalkedEntry;
} | {
    readonly kind: 'folder';
    readonly path: string;
} | {
    readonly kind: 'glob';
    readonly from: string;
    readonly matches: (path: string) => boolean;
};
/** Throws for a name that is missing or outside before anything is walked. */
export declare const resolveNames: (root: string, patterns: readonly string[]) => Promise<readonly Named[]>;
/** The files and folders among the names; globs are not named one by one. */
export declare const listNamed: (names: readonly Named[]) => readonly string[];
/** Everything the names stand for, each once, sorted. A single folder is streamed as it is walked. */
export declare function walkNames(folder: Folder, names: readonly Named[]): AsyncGenerator<WalkedEntry>;
