/** Implements the port `ReviewCache` in memory for tests, and the `Reuse` of a run around it. Exported by testing/index.ts. */
import { createHash } from 'node:crypto';
import type { Reuse, ReviewCache } from '../ports/review-cache.ts';

export function createMemoryReviewCache(): ReviewCache & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const text = texts.get(key);
          return text === undefined ? [] : [[key, text] as const];
        }),
      ),
    async write(all) {
      for (const { key, text } of all) texts.set(key, text);
    },
  };
}

export const createMemoryReuse = (
  reviewCache: ReviewCache = createMemoryReviewCache(),
  mayReadCache = true,
): Reuse => ({
  reviewCache,
  mayReadCache,
  owner: '/memory',
  hash: (text) => createHash('sha256').update(text).digest('hex'),
});
