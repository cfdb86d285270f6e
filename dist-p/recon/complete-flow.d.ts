/**
 * Completes the flow of a finding across files: from an entry point that strangers reach, through at most eight calls, to the
 * sink; or says why it breaks off (FACT-04, FACT-07). Follows the parameter that reaches the sink to the argument that fills
 * it, as far as names tell. Pure; the search is breadth first and bounded.
 */
import { type BreakReason, type CallGraph } from './call-graph.ts';
import type { EntryPoint } from './recon.ts';
export interface FlowTarget {
    readonly file: string;
    /** Line of the sink. */
    readonly line: number;
    /** The sink in words; `sink` where nothing is given. */
    readonly what?: string;
    /** Names on the way inside the function of the sink, where they are known: the parameter that reaches it. */
    readonly names?: readonly string[];
}
/** What a finding says about its own flow; names are taken from source and sink, strings left aside. */
export declare function toFlowTarget(finding: {
    readonly file: string;
    readonly line: number;
    readonly source: string | null;
    readonly sink: string | null;
}): FlowTarget;
export interface FlowStep {
    readonly file: string;
    readonly line: number;
    readonly what: string;
}
export type CompletedFlow = {
    readonly status: 'complete';
    readonly entry: EntryPoint;
    /** Entry point first, sink last. */
    readonly steps: readonly FlowStep[];
    /** Functions gone through, that of the sink included. */
    readonly levels: number;
    /** True where a step rests on a name alone. */
    readonly isGuess: boolean;
    /** Whether the value itself was followed all the way, not only the calls. */
    readonly isValueTraced: boolean;
} | {
    readonly status: 'broken';
    readonly reason: BreakReason;
    /** From the last function that could be reached to the sink. */
    readonly steps: readonly FlowStep[];
    /** Where it breaks, in words. */
    readonly note: string;
};
export declare const MAX_CALLS = 8;
/** Entry points by the function that answers; built once per survey. What a server exports is its own business. */
export type EntryIndex = ReadonlyMap<string, EntryPoint>;
export declare function indexEntries(graph: CallGraph, entries: readonly EntryPoint[]): EntryIndex;
export declare function completeFlow(graph: CallGraph, target: FlowTarget, entries: EntryIndex): CompletedFlow;
