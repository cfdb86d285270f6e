/** Recollections for the life of the object, written and read as text like those on disk. */
import { createHash } from 'node:crypto';
import { formatRecollection, parseRecollection } from '../protocol/recollection.ts';
import type { Recollections, Reuse } from '../recollection-port.ts';

export function createMemoryRecollections(): Recollections & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    async recall(keys) {
      const found = keys.flatMap((key) => {
        const recollection = parseRecollection(texts.get(key) ?? '');
        return recollection === null ? [] : [[key, recollection] as const];
      });
      return new Map(found);
    },
    async remember(all) {
      for (const { key, recollection } of all) texts.set(key, formatRecollection(recollection));
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
