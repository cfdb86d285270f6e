/**
 * Measuring as the user sees it: progress on stderr once it takes a while (one row on a terminal, a line now and then
 * elsewhere), and an interruption that is noticed between two files. Never touches stdout.
 */
import type { Index } from '../ports.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
/** The same index; measuring ends with the reason of the signal once the user interrupts, and keeps what it has. */
export declare const watchIndex: (index: Index, terminal: Terminal, flags: Flags) => Index;
