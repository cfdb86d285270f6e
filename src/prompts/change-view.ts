/**
 * Holds the sentences around what a reviewer is shown of a changed file (head, gaps, outline, related code). Used by
 * context/tools/show-change.ts and assignment.ts; reviewers/model/review/question-key.ts makes them part of a cache key.
 */
import type { LineRange } from '../protocol/findings/finding.ts';

export const formatRanges = (ranges: readonly LineRange[]): string =>
  ranges.map(({ start, end }) => (start === end ? String(start) : `${start}-${end}`)).join(', ');

export const CHANGE_VIEW = {
  head: (path: string, lines: number, changed: readonly LineRange[]): string =>
    `${path}, ${lines} lines, changed lines ${formatRanges(changed)} (marked +; lines that were removed are marked -)`,
  gap: (from: number, to: number): string =>
    from === to ? `[line ${from} is not shown]` : `[lines ${from}-${to} are not shown]`,
  outline: 'Also declared in this file, not shown:',
  moreDeclared: (count: number): string => `[${count} more]`,
  callee: (name: string, path: string): string => `${name} is defined in ${path}:`,
  caller: (name: string, path: string): string => `${name} is called in ${path}:`,
} as const;

/** Said once to whoever is shown changes. */
export const HOW_CHANGES_ARE_SHOWN =
  'Of a changed file you see the changed lines with the functions around them, what these use, and an outline of the rest. Review what was changed and what it breaks elsewhere.';

/** Every sentence once, with a word for what varies: how changes are shown is a part of the question. */
export const describeViews = (word: string): string =>
  [
    HOW_CHANGES_ARE_SHOWN,
    CHANGE_VIEW.head(word, 0, []),
    CHANGE_VIEW.gap(1, 1),
    CHANGE_VIEW.gap(1, 2),
    CHANGE_VIEW.outline,
    CHANGE_VIEW.moreDeclared(0),
    CHANGE_VIEW.callee(word, word),
    CHANGE_VIEW.caller(word, word),
  ].join('\n');
