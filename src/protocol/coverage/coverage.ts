/**
 * Computes how much of a scope was reviewed: percent of files, weight of an agent's findings (REV-10, REV-14), and on line ranges
 * their union and whether the lines an agent was shown contain those it needed (HOST-10). Called by engine/review/, context/ and
 * repository/git/.
 */
import type { LineRange } from '../findings/finding.ts';

const LEAST_WEIGHT = 0.1;

/** Rounded, but never 100 while something was skipped; 100 where there was nothing to do. */
export function coveragePercent(reviewed: number, skipped: number): number {
  const all = reviewed + skipped;
  if (all === 0) return 100;
  const percent = Math.round((100 * reviewed) / all);
  return skipped > 0 ? Math.min(99, percent) : percent;
}

/** What a finding of an agent counts in ranking and agreement; never in severity, veto or presence. */
export const coverageWeight = (reviewed: number, skipped: number): number =>
  reviewed + skipped === 0 ? 1 : Math.max(LEAST_WEIGHT, reviewed / (reviewed + skipped));

/** The same lines in ascending ranges that neither touch nor overlap; empty and inverted ranges vanish. */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const [first] = ranges;
  if (first === undefined || (ranges.length === 1 && first.start <= first.end)) return ranges;
  const merged: LineRange[] = [];
  for (const range of ranges.filter(({ start, end }) => start <= end).toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end + 1) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else merged.push({ start: range.start, end: range.end });
  }
  return merged;
}

/** Whether every needed line was delivered, in however many pieces and waves. */
export function isCovered(delivered: readonly LineRange[], needed: readonly LineRange[]): boolean {
  if (needed.length === 0) return true;
  if (delivered.length === 0) return needed.every(({ start, end }) => start > end);
  const have = mergeRanges(delivered);
  return mergeRanges(needed).every(({ start, end }) => have.some((range) => range.start <= start && end <= range.end));
}
