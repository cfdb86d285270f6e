/**
 * Counts by binary search how many first items of a sorted list come before a place (`isBefore`). Called by analyzers/, recon/
 * and protocol/rounds/state-transfer-rules.ts.
 */
export function countLeading<T>(items: ArrayLike<T>, isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
