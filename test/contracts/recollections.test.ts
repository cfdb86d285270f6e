/** The contract of recollections in memory and on SQLite; PostgreSQL is in test/fleet. */

import { openRecollections } from '../../src/runs/cache/sqlite-review-cache.ts';
import { createMemoryRecollections } from '../../src/testing/index.ts';
import { createFolder } from '../e2e/run-cli.ts';
import { recollectionsContract } from './recollections.ts';

recollectionsContract('memory', async () => {
  const store = createMemoryRecollections();
  return { open: async () => store, close: async () => undefined };
});

recollectionsContract('SQLite', async () => {
  const stateDir = createFolder();
  const opened: Disposable[] = [];
  return {
    open: async () => {
      const store = openRecollections({ stateDir, now: Date.now });
      opened.push(store);
      return store;
    },
    close: async () => {
      for (const store of opened) store[Symbol.dispose]();
    },
  };
});
