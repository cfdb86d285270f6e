/**
 * One question put to a file: does untrusted data reach this node? Followed backwards through variables, members, calls,
 * callbacks and functions. Errs towards silence; bounded in depth and steps.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Ground, Memory } from './ast-grep-ground.ts';
import { type Trace } from './ast-grep-trace.ts';
import type { Taint } from './rule-pack.ts';
/** Whether more of the file's ways were left than are followed. */
export declare const isSpent: ({ spent }: Ground) => boolean;
/** One question put to a file: does untrusted data reach this node? */
export declare class Walk {
    #private;
    constructor(ground: Ground, taint: Taint, memory: Memory);
    /** With a key, what is asked for is that member of the node's value. */
    follow(node: SgNode, depth: number, key: string | null): Trace | null;
}
