/** `signal parse|validate|format`: the text of a file or standard input through the pure commands of signal-command.ts. */
import type { Flags } from './program.ts';
import { type SignalAction } from './signal-command.ts';
import type { Terminal } from './streams.ts';
export declare const answerSignal: (action: SignalAction) => (terminal: Terminal, positional: readonly string[], _flags: Flags) => Promise<number>;
