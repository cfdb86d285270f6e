/**
 * Names the folder in which stored runs keep files beside the run store, and deletes folders whose run is no longer stored (SIG-19).
 * Called by cli/run-folder.ts and run-store.ts.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const RUN_NAME = /^\d{8}T\d{6}Z-[0-9a-f]+$/u;

export const runFoldersPath = (stateDir: string): string => join(stateDir, 'runs');

/** Removes those whose run is no longer stored; what cannot be removed now is another time. */
export function sweepRunFolders(stateDir: string, isStored: (id: string) => boolean): void {
  const folder = runFoldersPath(stateDir);
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && RUN_NAME.test(entry.name) && !isStored(entry.name))
        rmSync(join(folder, entry.name), { recursive: true, force: true });
  } catch {
    // No run ever had a folder, or it is not ours to remove.
  }
}
