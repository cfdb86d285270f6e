/**
 * Measures what the parser could not read of a syntax tree: how many lines, the first of them, and whether they are so much of the text
 * that nobody has reviewed it. Called by ast-grep/ast-grep.ts for every language of the rule pack.
 */
import type { SgNode } from '@ast-grep/napi';

export interface UnparsedLines {
  /** From 1. */
  readonly first: number;
  readonly count: number;
}

/** Of the characters of a text. */
const LARGE_SHARE = 0.2;

interface SyntaxErrors {
  /** Null where all of them were parsed. */
  readonly lines: UnparsedLines | null;
  readonly isLarge: boolean;
}

export function measureErrors(root: SgNode): SyntaxErrors {
  const errors = root
    .findAll({ rule: { kind: 'ERROR' } })
    .map((node) => node.range())
    .sort((a, b) => a.start.index - b.start.index);
  let [characters, behind, count, next] = [0, 0, 0, 0];
  for (const { start, end } of errors) {
    // Errors lie inside of others, and several on one line.
    characters += Math.max(0, end.index - Math.max(start.index, behind));
    behind = Math.max(behind, end.index);
    // The end of a line belongs to it, not to the next one.
    const past = Math.max(start.line + 1, end.column === 0 ? end.line : end.line + 1);
    count += Math.max(0, past - Math.max(start.line, next));
    next = Math.max(next, past);
  }
  const { start, end } = root.range();
  const isLarge = characters >= Math.max(1, (end.index - start.index) * LARGE_SHARE);
  const [first] = errors;
  return { lines: first === undefined ? null : { first: first.start.line + 1, count }, isLarge };
}
