/**
 * `.gitignore` files of a folder and of the folders above it, nearest first, as git reads them.
 * Read as data through contained reads; the user's global ignore file is not part of the repository and is not read.
 */
import { type Ignore } from 'ignore';
interface Layer {
    /** Folder of the rules, relative to the base and ending in `/`, or ''. */
    readonly prefix: string;
    readonly rules: Ignore;
}
/** Rules that hold in one folder. */
export interface IgnoreLayers {
    readonly layers: readonly Layer[];
}
export declare const NO_IGNORE: IgnoreLayers;
/** Nearer rules win over farther ones. */
export declare function addRules(above: IgnoreLayers, folder: string, text: string): IgnoreLayers;
/** The rules above with those of the folder's own `.gitignore`, if it has one. */
export declare function enterFolder(base: string, folder: string, above: IgnoreLayers): Promise<IgnoreLayers>;
/** `path` is relative to the base; a folder ends in `/`. */
export declare function isGitIgnored(path: string, { layers }: IgnoreLayers): boolean;
export {};
