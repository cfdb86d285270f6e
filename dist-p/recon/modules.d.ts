/** Modules of a project: packages and the folders below them, with their lines and languages. */
import type { ReconModule } from './recon.ts';
export interface CountedFile {
    readonly path: string;
    readonly language: string | null;
    readonly loc: number;
}
/** The nearest package, then one folder in it, or two where the first only holds others. */
export declare function moduleOf(path: string, packages: ReadonlySet<string>): string;
export declare const findPackages: (paths: Iterable<string>) => ReadonlySet<string>;
export declare function groupModules(files: readonly CountedFile[], packages: ReadonlySet<string>): readonly ReconModule[];
export declare const rankLanguages: (languages: ReadonlyMap<string, number>) => readonly string[];
/** Lines with something on them. */
export declare function countLoc(text: string): number;
