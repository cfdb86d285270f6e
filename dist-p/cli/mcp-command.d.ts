import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runMcpCommand(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number>;
