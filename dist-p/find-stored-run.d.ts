import type { RunHistory } from './ports.ts';
import type { StoredRun } from './protocol/stored-run.ts';
/** Throws ReviewError('no-run') that says what was looked for, and what is there. `root` is a real path. */
export declare function findStoredRun(history: RunHistory | null, name: string, root: string): Promise<StoredRun>;
