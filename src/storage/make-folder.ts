/**
 * Makes a folder, with those above it that are missing, by default readable by this user alone. `mkdir` of Node with `recursive` never
 * ends where a parent is there and takes no folder (`/proc`), so each level is tried once. Called by whatever writes to the state
 * folder, and by cli/outputs.ts.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What we keep is the user's alone. */
const OWNER_ONLY = 0o700;

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Throws what the system says where the folder cannot be made. */
export function makeFolder(path: string, mode = OWNER_ONLY): void {
  const parent = dirname(path);
  if (parent !== path && !isThere(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Also where another process was quicker.
    if (!isThere(path) || !statSync(path).isDirectory()) throw error;
  }
}
