import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runRunsList(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number>;
