import type { Selection } from '../ports.ts';
import type { Flags } from './program.ts';
import { type Terminal } from './streams.ts';
export declare function readSelection(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<Selection>;
