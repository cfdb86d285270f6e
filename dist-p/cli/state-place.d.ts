import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare const findStateDir: ({ workingDirectory, environment }: Terminal) => string;
/** `-C DIR`, else the current folder; it may be gone by now. */
export declare function findRoot({ workingDirectory }: Terminal, flags: Flags): string;
