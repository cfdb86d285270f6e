/** Searches a sorted list in logarithmic time: how many of its first items are before the place that is looked for. */
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
