/**
 * Finds the changed line ranges between two texts, computed in process so that no diff driver of the repository can run. Bounded: two
 * texts too different to compare cheaply count as changed from the first to the last differing line. Called by disk-changes.ts,
 * tree-changes.ts and patch-scope.ts.
 */
import { diffArrays } from 'diff/lib/diff/array.js';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';

/** Edits beyond which a comparison is given up; the work grows with their square. */
const MAX_EDITS = 3000;

/** Lines without their ends: a file checked out with other line ends is the same text. */
export const splitLines = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

/** Where lines were only removed, the line that now stands in their place counts as changed. */
const rangesAtCut = (nextLine: number, lines: number): readonly LineRange[] => {
  const line = Math.min(nextLine, lines);
  return line < 1 ? [] : [{ start: line, end: line }];
};

function countShared(
  a: readonly string[],
  b: readonly string[],
  from: (list: readonly string[], i: number) => unknown,
) {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < most && from(a, shared) === from(b, shared)) shared += 1;
  return shared;
}

function diffMiddle(
  before: readonly string[],
  after: readonly string[],
  offset: number,
  lines: number,
): readonly LineRange[] {
  if (after.length === 0) return before.length === 0 ? [] : rangesAtCut(offset + 1, lines);
  const whole = [{ start: offset + 1, end: offset + after.length }];
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return whole;
  const ranges: LineRange[] = [];
  let line = offset + 1;
  parts.forEach((part, i) => {
    const length = part.value.length;
    if (part.removed && !parts[i + 1]?.added && !parts[i - 1]?.added) ranges.push(...rangesAtCut(line, lines));
    if (part.added) ranges.push({ start: line, end: line + length - 1 });
    if (!part.removed) line += length;
  });
  return mergeRanges(ranges);
}

/** Ranges of `after` that differ from `before`; empty where the lines are the same. */
export function findChangedLines(before: string, after: string): readonly LineRange[] {
  const a = splitLines(before);
  const b = splitLines(after);
  const top = countShared(a, b, (list, i) => list[i]);
  const restA = a.slice(top);
  const restB = b.slice(top);
  const bottom = countShared(restA, restB, (list, i) => list[list.length - 1 - i]);
  return diffMiddle(restA.slice(0, restA.length - bottom), restB.slice(0, restB.length - bottom), top, b.length);
}
