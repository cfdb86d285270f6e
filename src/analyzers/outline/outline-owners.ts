/** Which of some nested spans is the innermost around each of others. Both lists are sorted by their beginning. */

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Index of the innermost holder around each item, -1 where there is none; a span is never around itself. */
export function findOwners(holders: readonly Span[], items: readonly Span[]): readonly number[] {
  const open: number[] = [];
  let next = 0;
  return items.map((item) => {
    while (next < holders.length && (holders[next]?.start ?? 0) <= item.start) open.push(next++);
    while (open.length > 0 && (holders[open.at(-1) ?? 0]?.end ?? 0) <= item.start) open.pop();
    return open.findLast((index) => isAround(holders[index], item)) ?? -1;
  });
}

const isAround = (holder: Span | undefined, item: Span): boolean =>
  holder !== undefined &&
  holder !== item &&
  holder.start <= item.start &&
  item.end <= holder.end &&
  holder.end - holder.start > item.end - item.start;
