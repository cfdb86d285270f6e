/**
 * Draws a sample of a list in an order given by a hash with the run's seed: reviewed code cannot foresee it, a replay repeats it.
 * Called by validation-plan.ts (spot checks) and state-transfer-rules.ts (clean files to look at again).
 */

/** FNV-1a over UTF-16 code units; spreads names evenly, protects nothing. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** `count` of the items, in their original order. */
export function sampleItems<T>(
  items: readonly T[],
  count: number,
  keyOf: (item: T) => string,
  seed: string,
): readonly T[] {
  if (count >= items.length) return items;
  const ranked = items.map((item, index) => ({ index, rank: hashText(`${seed}\n${keyOf(item)}`) }));
  ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
  const chosen = new Set(ranked.slice(0, Math.max(0, count)).map(({ index }) => index));
  return items.filter((_, index) => chosen.has(index));
}
