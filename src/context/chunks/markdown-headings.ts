/**
 * Finds the lines at which a section of a markdown text begins; headings inside code fences do not count. Called by split-chunks.ts
 * and tools/outline.ts.
 */
import type { LineTable } from './line-table.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/u;
const LOOK_CHARS = 80;

export function findHeadings({ text, starts, count }: LineTable): readonly number[] {
  const headings: number[] = [];
  let fence: string | null = null;
  for (let line = 0; line < count; line += 1) {
    const from = starts[line] ?? 0;
    const start = text.slice(from, Math.min(starts[line + 1] ?? from, from + LOOK_CHARS));
    const mark = FENCE.exec(start)?.[1] ?? null;
    if (mark !== null && fence === null) fence = mark;
    else if (mark !== null && fence !== null && mark.startsWith(fence)) fence = null;
    else if (fence === null && HEADING.test(start)) headings.push(line);
  }
  return headings;
}
