/**
 * The lines in which a deep dive answers: `FLOW F001 complete path:line what → …`, `CHAIN AC-01 holds why` and
 * `HOTSPOT path:line followed why` (FACT-07).
 */
import type { FlowOutcome } from '../../../audit-port.ts';
/** A `complete` flow with fewer than two steps is none; the last word on a finding counts. */
export declare function readFlows(text: string): ReadonlyMap<string, FlowOutcome>;
export declare const readChains: (text: string) => ReadonlyMap<string, {
    readonly holds: boolean;
    readonly reason: string;
}>;
/** Places of the code that a sentence names. */
export declare const readPlaces: (text: string) => readonly {
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
}[];
/** Hotspots the agent says it followed, as `file:line` of their first line. */
export declare const readHotspots: (text: string) => ReadonlySet<string>;
