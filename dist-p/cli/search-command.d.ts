import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runSearchCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number>;
