/**
 * Defines the outline of a source file as plain data: what it declares, calls, imports and exports, one shape for every language.
 * Made by analyzers/outline/outline-source.ts, used by recon/, analyzers/access/ and analyzers/project-flow/. Offsets are in
 * UTF-16 units, lines count from 1.
 */

export interface OutlineSpan {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

export type ArgumentKind = 'text' | 'name' | 'function' | 'call' | 'list' | 'record' | 'other';

export interface OutlineArgument {
  readonly kind: ArgumentKind;
  /** As written, cut where it is long; of a function only its head. */
  readonly text: string;
  /** What a plain string or symbol says; null for everything else. */
  readonly value: string | null;
  /** Name of a named argument, or null. */
  readonly keyword: string | null;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface OutlineCall extends OutlineSpan {
  /** The callee as written, without white space: `app.get`, `db.query`. */
  readonly callee: string;
  readonly isConstruction: boolean;
  readonly arguments: readonly OutlineArgument[];
  /** Index of the innermost function around it, or -1. */
  readonly owner: number;
}

/** A decorator, annotation or attribute. */
export interface OutlineDecorator {
  readonly name: string;
  readonly arguments: readonly OutlineArgument[];
  readonly line: number;
  readonly isOnParameter: boolean;
}

export interface OutlineParameter {
  readonly name: string;
  /** The type as written, without generics; null where none is. */
  readonly type: string | null;
}

export interface OutlineFunction extends OutlineSpan {
  /** Empty for a function nobody named. */
  readonly name: string;
  readonly parameters: readonly OutlineParameter[];
  readonly decorators: readonly OutlineDecorator[];
  /** Index of the innermost class around it, or -1. */
  readonly classIndex: number;
  /** Name of its class; of a Go method that of its receiver, which another file may declare. Empty for plain functions. */
  readonly className: string;
  /** What a Go method calls its receiver; empty elsewhere. */
  readonly receiver: string;
  /** Index of the innermost function around it, or -1. */
  readonly owner: number;
  /** Words before the name: `public static`, `async`, `private`. */
  readonly modifiers: readonly string[];
}

export interface OutlineClass extends OutlineSpan {
  readonly name: string;
  readonly bases: readonly string[];
  readonly decorators: readonly OutlineDecorator[];
}

export interface OutlineImport {
  /** The name in this file; empty where the import names nothing. */
  readonly local: string;
  /** The module as written: `./lib/a.js`, `flask`, `..models`, `net/http`. */
  readonly module: string;
  /** The name in that module; null for the module as a whole. */
  readonly member: string | null;
  readonly line: number;
}

export interface OutlineExport {
  readonly name: string;
  /** The name in this file; null where it is passed on from `module`. */
  readonly local: string | null;
  readonly module: string | null;
  readonly line: number;
}

/** A name that is given a value or a type: variables, fields, members. */
export interface OutlineBinding {
  readonly name: string;
  readonly type: string | null;
  /** The value as written, cut where it is long; empty where there is none. */
  readonly value: string;
  readonly start: number;
  /** Offset of the value, or -1. */
  readonly valueStart: number;
  readonly line: number;
  readonly owner: number;
}

export interface SourceOutline {
  readonly path: string;
  readonly language: string;
  /** Package of Go, Java, PHP or C#; empty elsewhere. */
  readonly packageName: string;
  readonly functions: readonly OutlineFunction[];
  readonly classes: readonly OutlineClass[];
  readonly calls: readonly OutlineCall[];
  readonly imports: readonly OutlineImport[];
  readonly exports: readonly OutlineExport[];
  readonly bindings: readonly OutlineBinding[];
  /** Where the file first names what the language hands it from outside: `process.argv`, `$_GET`. */
  readonly globals: readonly { readonly name: string; readonly line: number }[];
  /** Things left out because the file has too many of them. */
  readonly leftOut: number;
}

/** Never throws; null where there is no grammar for the language or the file cannot be outlined. */
export type OutlineSource = (file: {
  readonly path: string;
  readonly language: string | null;
  readonly text: string;
}) => SourceOutline | null;
