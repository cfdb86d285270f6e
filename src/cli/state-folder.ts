/**
 * Finds the state folder (where runs are stored) for a terminal, how its runs are kept, and the root folder that a command means (`-C
 * DIR`, else the current one). Called by most commands.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { findHome } from '../programs/home-folder.ts';
import { resolveStateDir } from '../storage/state-dir.ts';
import type { RunPlace } from '../wiring/stored-runs.ts';
import type { Flags } from './command-declaration.ts';
import type { Terminal } from './streams.ts';

export const findStateDir = ({ workingDirectory, environment }: Terminal): string =>
  resolve(workingDirectory, resolveStateDir(environment, process.platform, findHome()));

/** How runs of this terminal are kept. */
export const runPlaceOf = (terminal: Terminal): RunPlace => ({
  stateDir: findStateDir(terminal),
  ...terminal.runPlace,
});

/** `-C DIR`, else the current folder; it may be gone by now. */
export function findRoot({ workingDirectory }: Terminal, flags: Flags): string {
  const root = resolve(workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
