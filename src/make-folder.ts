/**
 * Makes a folder of the user's state, with those above it that are missing; nobody else may look in. The runtime's own way tries
 * for ever where a parent is there and bears no folder (`/proc`), so each level is tried once.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o700;

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Throws what the system says where the folder cannot be made. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path || statSync(parent, { throwIfNoEntry: false })) throw error;
    makeFolder(parent);
    makeOnce(path);
  }
}

/** Another process may have been quicker. */
function makeOnce(path: string): void {
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
