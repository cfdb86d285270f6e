/**
 * Functions of a project and who calls whom, across files by imports, packages and classes. What a call cannot be followed to
 * is kept with the reason, so that a broken flow can say where it broke (FACT-04). Pure and deterministic.
 */
import type { SourceOutline } from '../outline-port.ts';
import { type ProjectSymbols } from './project-symbols.ts';
export interface GraphNode {
    /** `file#line#start`: unique and stable. */
    readonly id: string;
    readonly file: string;
    /** Empty for a function nobody named. */
    readonly name: string;
    readonly line: number;
    readonly endLine: number;
    readonly parameters: readonly string[];
    /** The function it is written in, or null. */
    readonly parent: string | null;
}
export interface GraphEdge {
    readonly from: string;
    readonly to: string;
    /** Line of the call, in the file of `from`. */
    readonly line: number;
    readonly callee: string;
    /** Arguments as written, by the position of the parameter they fill. */
    readonly arguments: readonly string[];
    /** `call`, or handed over to be called later. */
    readonly kind: 'call' | 'callback';
    /** True where only the name fits. */
    readonly isGuess: boolean;
}
export declare const BREAK_REASONS: readonly ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'];
export type BreakReason = (typeof BREAK_REASONS)[number];
export interface CallGraph {
    readonly nodes: ReadonlyMap<string, GraphNode>;
    readonly edgesTo: ReadonlyMap<string, readonly GraphEdge[]>;
    readonly edgesFrom: ReadonlyMap<string, readonly GraphEdge[]>;
    /** Nodes of a file, outer and inner, by line. */
    readonly nodesIn: ReadonlyMap<string, readonly GraphNode[]>;
    /** Why a named function may have callers that nobody sees: how it is handed around. */
    readonly handedOver: ReadonlyMap<string, BreakReason>;
    /** Names that are looked up at run time. */
    readonly reflected: ReadonlySet<string>;
    readonly edges: number;
    /** Calls beyond the cap. */
    readonly leftOut: number;
}
export declare const nodeId: (file: SourceOutline, index: number) => string;
export declare function buildCallGraph(symbols: ProjectSymbols): CallGraph;
/** The top of a file calls too: it is a node of its own without a place in `nodes`. */
export declare const topOf: (file: string) => string;
/** Innermost function around a line, or null. */
export declare function nodeAt(graph: CallGraph, file: string, line: number): GraphNode | null;
