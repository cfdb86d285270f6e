import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runInitCommand(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number>;
