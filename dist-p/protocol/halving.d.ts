/** Halving an assignment after a severe truncation or a total failure (AUD-14, TRUNC-12). Owns the rule alone; decides no retry. */
import { type Dimension } from './dimension.ts';
export interface HalvedAssignment {
    /** Half of the dimensions, rounded up, D1–D3 first. */
    readonly kept: readonly Dimension[];
    /** The other half: stays shallow for the next round. */
    readonly deferred: readonly Dimension[];
    readonly maxTurns: number;
}
export declare function halveAssignment(dimensions: readonly Dimension[], maxTurns: number): HalvedAssignment;
