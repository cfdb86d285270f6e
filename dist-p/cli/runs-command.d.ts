import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runRunsShow(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number>;
export declare function runRunsCompare(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number>;
