/**
 * Finds for each of some text spans the innermost of other spans around it, such as the function around a call; returns indexes, -1 for
 * none. Both lists are sorted by start. Called by outline-source.ts.
 */

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
