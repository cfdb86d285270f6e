/** Brings the stored index of a folder up to date, for the commands that show it or search it. */
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type ContextStore, openContextStore } from '../context/store/context-store.ts';
import { resolveStateDir } from '../context/store/state-dir.ts';
import { createStoredIndex } from '../context/store/stored-index.ts';
import { createTokenCounter } from '../context/tokens.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import type { IndexedFile, Selection } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { Terminal } from './streams.ts';

export interface RefreshedIndex extends Disposable {
  readonly store: ContextStore;
  readonly branch: string | null;
  readonly files: readonly IndexedFile[];
  /** Nothing in scope is not success. */
  readonly exit: ExitCode;
}

/** The store of a root; where its folder cannot be used, one that ends with the process and warns. */
export function openStore(terminal: Terminal, root: string): ContextStore {
  const stateDir = resolve(
    terminal.workingDirectory,
    resolveStateDir(terminal.environment, process.platform, homedir()),
  );
  return openContextStore({ stateDir, root });
}

export async function refreshIndex(
  terminal: Terminal,
  settings: Settings,
  selection: Selection,
): Promise<RefreshedIndex> {
  // Texts pass through once; a young generation grown for them would be most of the memory.
  setFlagsFromString('--semi-space-growth-factor=1');
  const { repository, rules } = settings;
  const snapshot = await repository.open(selection, rules);
  for (const warning of snapshot.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  const store = openStore(terminal, await realpath(repository.root));
  try {
    const index = createStoredIndex(store, createTokenCounter(), { search: true, whole: selection.kind === 'all' });
    const files: IndexedFile[] = [];
    for await (const entry of index.measure(snapshot, snapshot.entries())) if (entry.kind === 'file') files.push(entry);
    if (store.warning !== null) terminal.stderr.write(`warning: ${store.warning}\n`);
    const exit = files.length === 0 ? EXIT.emptyScope : EXIT.ok;
    return { store, branch: snapshot.branch, files, exit, [Symbol.dispose]: () => store[Symbol.dispose]() };
  } catch (error) {
    store[Symbol.dispose]();
    throw error;
  }
}
