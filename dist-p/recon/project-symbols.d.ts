/**
 * Which function a name means, across the files of a project: by scope, class, import, package. Best effort: an answer that
 * rests on the name alone is marked as a guess. Pure; bounded by depth.
 */
import type { SourceOutline } from '../outline-port.ts';
import { type ModuleFinder } from './module-finder.ts';
export interface FunctionRef {
    readonly file: SourceOutline;
    readonly index: number;
    /** True where only the name fits. */
    readonly isGuess: boolean;
}
/** A name of a file; the empty name is the file as a whole. */
export interface NamePlace {
    readonly file: SourceOutline;
    readonly name: string;
}
export interface ProjectSymbols {
    readonly outlines: readonly SourceOutline[];
    readonly modules: ModuleFinder;
    readonly byPath: ReadonlyMap<string, SourceOutline>;
    /** By class and method, separated by a blank. */
    readonly methods: ReadonlyMap<string, readonly FunctionRef[]>;
    readonly everywhere: ReadonlyMap<string, readonly FunctionRef[]>;
    readonly bases: ReadonlyMap<string, readonly string[]>;
    /** Classes that name another as their base. */
    readonly derived: ReadonlyMap<string, readonly string[]>;
}
/** `manifests`: texts of package.json and go.mod by path, for workspaces and module names. */
export declare function createProjectSymbols(outlines: readonly SourceOutline[], manifests: ReadonlyMap<string, string>): ProjectSymbols;
/** Functions that a callee or handler expression means, seen from inside a function (-1: from the top of the file). */
export declare function resolveFunction(symbols: ProjectSymbols, file: SourceOutline, expression: string, owner: number): readonly FunctionRef[];
export declare const splitExpression: (expression: string) => readonly string[];
/** A method of a class or of those above it, and what the classes below put in its place. */
export declare function findMethod(symbols: ProjectSymbols, className: string, name: string): readonly FunctionRef[];
/** Files and names behind an imported name. */
export declare function followImport(symbols: ProjectSymbols, file: SourceOutline, name: string, depth?: number): readonly NamePlace[];
/** Where an exported name is declared, through files that pass it on. */
export declare function followExport(symbols: ProjectSymbols, { file, name }: NamePlace, depth?: number): readonly NamePlace[];
