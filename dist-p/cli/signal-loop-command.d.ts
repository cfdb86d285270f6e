import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runSignalLoopCommand(terminal: Terminal, command: readonly string[], flags: Flags): Promise<number>;
