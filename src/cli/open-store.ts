/**
 * Opens the context store (the stored index) of a reviewed folder in the user's state folder, and prints its warning. Called by
 * refresh-index.ts, for `index` and `search`.
 */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openContextStore } from '../context/store/sqlite-store.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { Repository } from '../ports/repository.ts';
import { findHome } from '../programs/home-folder.ts';
import { resolveStateDir } from '../storage/state-dir.ts';
import type { Terminal } from './streams.ts';

/** Where the state folder cannot be used, the store ends with the process and warns. */
export async function openStore(
  { workingDirectory, environment }: Terminal,
  { root }: Pick<Repository, 'root'>,
): Promise<ContextStore> {
  const stateDir = resolve(workingDirectory, resolveStateDir(environment, process.platform, findHome()));
  return openContextStore({ stateDir, root: await realpath(root) });
}

export function warnOfStore(terminal: Terminal, { warning }: ContextStore): void {
  if (warning !== null) terminal.stderr.write(`warning: ${warning}\n`);
}
