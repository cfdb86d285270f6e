/**
 * Compares the old and new lines of a file and returns the removed lines, by the line of the new text before which they stood; at most
 * 400 in all. Pure. Called by change-views.ts.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

/** Edits beyond which a comparison is given up; the work grows with their square. */
const MAX_EDITS = 1500;
/** A removal is shown in so many lines, all of a file together in so many; how many more there were is said. */
const MAX_REMOVED = 40;
const MAX_REMOVED_TOTAL = 400;

export function findRemoved(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, readonly string[]> {
  const removed = new Map<number, readonly string[]>();
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  let line = 1;
  let left = MAX_REMOVED_TOTAL;
  for (const { value, removed: isRemoved, added } of parts ?? []) {
    if (isRemoved && !added) {
      const shown = Math.min(value.length, MAX_REMOVED, left);
      const more = value.length - shown;
      left -= shown;
      removed.set(line, more > 0 ? [...value.slice(0, shown), `[${more} more removed lines]`] : value);
    } else line += value.length;
  }
  return removed;
}
