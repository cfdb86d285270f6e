import type { Reuse } from '../../recollection-port.ts';
import { type KeyedCaller } from './recording.ts';
import type { Nonces } from './tape.ts';
export interface ReusingOptions {
    readonly reuse: Reuse;
    readonly runId: () => string;
    readonly now: () => number;
}
export interface ReusingCaller {
    readonly caller: KeyedCaller;
    /** The words of chance of this run, as the questions of this caller hold them. */
    readonly nonces: Nonces;
}
export declare function createReusingCaller(caller: KeyedCaller, nonces: Nonces, options: ReusingOptions): ReusingCaller;
