/**
 * Follows untrusted data inside one file: from a source through variables, members, calls, callbacks and functions of the
 * file to the argument of a sink. Errs towards silence: what it cannot follow is not reported. Bounded in depth and steps.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Grammar } from './ast-grep-grammar.ts';
import { type Trace } from './ast-grep-trace.ts';
import type { Taint, Vocabulary } from './rule-pack.ts';
export interface FileFlow {
    /** True where the file had more ways for data than were followed. */
    readonly isCutShort: boolean;
    /** The way by which untrusted data reaches this node, or null. */
    trace(node: SgNode, taint: Taint): Trace | null;
    /** What an expression is called in full. */
    nameOf(node: SgNode): string;
    /** Its value, where the file writes it down. */
    literalOf(node: SgNode): string;
    /** The text of the outermost function around it, else of the file. */
    textAround(node: SgNode): string;
}
export declare function createFileFlow(root: SgNode, grammar: Grammar, vocabulary: Vocabulary): FileFlow;
