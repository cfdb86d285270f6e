/** Work on many things at the same time, but not on too many; results come in the order of the things, whoever ends first. */

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
