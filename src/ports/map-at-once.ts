/**
 * A map over promises with a limit on how many run at once; results in the order of the items. The first rejection rejects, the
 * others go on. Used by dispatch, hunt rounds and recordings. A helper, not a port.
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
