/** Recollections for the life of the object. */
import { createHash } from 'node:crypto';
import type { Recollections, Reuse } from '../ports/review-cache.ts';

export function createMemoryRecollections(): Recollections & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    recall: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const text = texts.get(key);
          return text === undefined ? [] : [[key, text] as const];
        }),
      ),
    async remember(all) {
      for (const { key, text } of all) texts.set(key, text);
    },
  };
}

export const createMemoryReuse = (
  recollections: Recollections = createMemoryRecollections(),
  mayRecall = true,
): Reuse => ({
  recollections,
  mayRecall,
  owner: '/memory',
  mark: (text) => createHash('sha256').update(text).digest('hex'),
});
