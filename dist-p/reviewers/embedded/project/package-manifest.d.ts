/** Reads package manifests into declared dependencies with their lines. Never throws; what it cannot read it leaves out. */
import type { TextDocument } from './text-document.ts';
export type Ecosystem = 'npm' | 'pypi' | 'go' | 'rubygems' | 'packagist' | 'maven';
export interface DeclaredDependency {
    readonly name: string;
    /** Version, range or address as written; empty where none is given. */
    readonly spec: string;
    readonly line: number;
    readonly isDevelopment: boolean;
}
export interface Manifest {
    readonly ecosystem: Ecosystem;
    readonly declared: readonly DeclaredDependency[];
}
type JsonObject = Readonly<Record<string, unknown>>;
export declare function parseJsonObject(text: string): JsonObject | null;
export declare const objectAt: (value: JsonObject, key: string) => JsonObject;
/** Line of `"key":` behind `"section":`, or of the section, or 1. */
export declare function lineOfKey(document: TextDocument, section: string, key: string | null): number;
export declare const parseNpmDependencies: (document: TextDocument, manifest: JsonObject) => readonly DeclaredDependency[];
export declare const parseComposerDependencies: (document: TextDocument, manifest: JsonObject) => readonly DeclaredDependency[];
/** Lines of a requirements file that name a package; options and includes are left out. */
export declare function parseRequirements(document: TextDocument): readonly DeclaredDependency[];
/** Poetry tables and PEP 621 lists of pyproject.toml, line by line. */
export declare function parsePyproject(document: TextDocument): readonly DeclaredDependency[];
export declare function parseGemfile(document: TextDocument): readonly DeclaredDependency[];
export declare function parseGoModule(document: TextDocument): readonly DeclaredDependency[];
/** `<dependency>` elements of a pom.xml that state a version. */
export declare function parsePom(document: TextDocument): readonly DeclaredDependency[];
export {};
