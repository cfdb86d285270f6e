/**
 * Defines the data of flows that one file leaves open: sinks whose value comes from a parameter that other files may fill, or
 * from a function another file may declare. Made by analyzers/flow/ and analyzers/ast-grep/, joined across files by
 * analyzers/project-flow/. Offsets are in UTF-16 units, lines count from 1.
 */
import type { AnalyzerFinding } from './analyzer-finding.ts';

/** Where a way leaves the file. */
export type OpenEnd = OpenParameter | OpenCall;

export interface OpenParameter {
  readonly kind: 'parameter';
  /** Where its function begins, what the function is called and the class it belongs to, if any. */
  readonly start: number;
  readonly functionName: string;
  readonly className: string | null;
  readonly name: string;
  readonly index: number;
  /** How many parameters before it no argument fills: `self`. */
  readonly skipped: number;
  readonly isRest: boolean;
  /** The member of the argument that is meant; null for the whole. */
  readonly key: string | null;
  /** Lines on the way from there, the first at the end itself. */
  readonly lines: readonly number[];
  /** Whether the way here goes through what the rule asks for; else it has to in another file. */
  readonly hasVia: boolean;
}

export interface OpenCall {
  readonly kind: 'call';
  /** Where the call ends, which is where no other does, and what it calls as written. */
  readonly end: number;
  readonly callee: string;
  readonly key: string | null;
  readonly lines: readonly number[];
  readonly hasVia: boolean;
}

export interface OpenSink {
  readonly rule: string;
  /** What is to be reported once the value is known to be untrusted. */
  readonly finding: AnalyzerFinding;
  /** Whether a milder finding at this place stands for it already. */
  readonly isAssumed: boolean;
  readonly ends: readonly OpenEnd[];
}

/** The modules that a file names, and what else joins it with others. */
export interface FileLinks {
  /** As written; the member is null for the whole module. */
  readonly modules: readonly { readonly module: string; readonly member: string | null }[];
  /** Whether it passes on all of another without naming it: `export * from`. */
  readonly passesAll: boolean;
  /** Whether it names a module only when it runs: any file of its folder may be meant. */
  readonly isDynamic: boolean;
  /** Whether it neither imports nor exports: a script that a page loads beside others. */
  readonly isLoose: boolean;
}

export interface FileFlows {
  readonly path: string;
  readonly language: string;
  /** Every word of the file once, with a blank before and after each, and how it is used (project-flow/file-links.ts). */
  readonly words: string;
  readonly links: FileLinks;
  readonly sinks: readonly OpenSink[];
  /** Whether data of an outsider may enter here. */
  readonly begins: boolean;
  /** `CWE-89 12`: what is known to be reached from a source of this file, with its line. */
  readonly reported: readonly string[];
}
