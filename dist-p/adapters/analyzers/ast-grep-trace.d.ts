/** The way untrusted data took, as it is reported, and whether a test on that way makes it harmless. */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './ast-grep-bindings.ts';
import type { Parameter } from './ast-grep-scopes.ts';
/** A way from a source to an expression. */
export interface Trace {
    /** A known source, a parameter some caller may fill with untrusted data, or a value of unseen origin. */
    readonly kind: 'source' | 'parameter' | 'value';
    readonly source: string;
    readonly sourceLine: number;
    /** Lines on the way, source first. */
    readonly lines: readonly number[];
    /** Variables it went through. */
    readonly names: readonly string[];
    /** Offsets of the uses it went through. */
    readonly offsets: readonly number[];
    /** Expressions it was part of. */
    readonly texts: readonly string[];
}
export declare const startAtParameter: ({ name, line }: Parameter, kind: Trace['kind']) => Trace;
export declare const startTrace: (node: SgNode) => Trace;
export declare const extendTrace: (trace: Trace, name: string, line: number, offset: number) => Trace;
export declare const withText: (trace: Trace, node: SgNode) => Trace;
/** Whether a test of the value stands between source and sink: around a use, or before the sink with a way out. */
export declare function isGuarded(trace: Trace, sink: SgNode, facts: FileFacts, guards: readonly (RegExp | undefined)[]): boolean;
