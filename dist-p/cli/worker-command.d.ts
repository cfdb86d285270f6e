import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runWorkerCommand(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number>;
