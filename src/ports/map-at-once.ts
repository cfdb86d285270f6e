/**
 * Maps items through an async function with at most so many at once and returns the results in order; the first rejection
 * rejects, the others go on. A helper, no port. Used by engine/review/dispatch.ts, engine/audit/hunt-round.ts and
 * runs/recorded-effects.ts.
 */

/** `width`: how many at once; null for all of them. */
export async function mapAtOnce<T, R>(
  items: readonly T[],
  width: number | null,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const workOn = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(items.length, width ?? items.length) }, workOn));
  return results;
}
