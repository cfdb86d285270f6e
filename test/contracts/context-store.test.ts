/** The contract of the context store in memory and on SQLite, in a file and temporary. */
import { openContextStore } from '../../src/context/store/sqlite-store.ts';
import { createMemoryContextStore } from '../../src/testing/index.ts';
import { createFolder } from '../e2e/run-cli.ts';
import { contextStoreContract } from './context-store.ts';

const keep = <T extends Disposable>(store: T) => ({ open: () => store, close: () => store[Symbol.dispose]() });

contextStoreContract('memory', () => keep(createMemoryContextStore()));

contextStoreContract('SQLite, temporary', () => keep(openContextStore({ stateDir: null, root: '/root' })));

contextStoreContract('SQLite', () => {
  const stateDir = createFolder();
  const opened: Disposable[] = [];
  return {
    open() {
      const store = openContextStore({ stateDir, root: '/root' });
      opened.push(store);
      return store;
    },
    close() {
      for (const store of opened) store[Symbol.dispose]();
    },
  };
});
