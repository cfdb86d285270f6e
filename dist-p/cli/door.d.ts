import type { Terminal } from './streams.ts';
/** Resolves to the exit code; throws ReviewError for what the user has to mend. */
export declare function openDoor(args: readonly string[], terminal: Terminal): Promise<number>;
