import { type Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runCompletionCommand(terminal: Terminal, positional: readonly string[], _flags: Flags): Promise<number>;
