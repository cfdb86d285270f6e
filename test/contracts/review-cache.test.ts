/** The contract of cached reviews in memory and on SQLite; PostgreSQL is in test/fleet. */

import { openReviewCache } from '../../src/runs/cache/sqlite-review-cache.ts';
import { createMemoryReviewCache } from '../../src/testing/index.ts';
import { createFolder } from '../e2e/run-cli.ts';
import { reviewCacheContract } from './review-cache.ts';

reviewCacheContract('memory', async () => {
  const store = createMemoryReviewCache();
  return { open: async () => store, close: async () => undefined };
});

reviewCacheContract('SQLite', async () => {
  const stateDir = createFolder();
  const opened: Disposable[] = [];
  return {
    open: async () => {
      const store = openReviewCache({ stateDir, now: Date.now });
      opened.push(store);
      return store;
    },
    close: async () => {
      for (const store of opened) store[Symbol.dispose]();
    },
  };
});
