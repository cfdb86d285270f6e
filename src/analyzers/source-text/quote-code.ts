/**
 * Quotes the evidence of a finding from the lines of a file: at most three lines, and of a very long line the part at the column. Also
 * splits a text into lines, kept for the last text. Used by ast-grep, oxlint, ruff, markdownlint, external and project-flow.
 */
const MAX_LINES = 3;
const MAX_WIDTH = 300;

let last: { readonly text: string; readonly lines: readonly string[] } = { text: '', lines: [''] };

/** The lines of a text without their ends. Asked again for every finding of a file, so those of the last text are kept. */
export function linesOf(text: string): readonly string[] {
  if (last.text !== text) last = { text, lines: text.split('\n').map((line) => line.replace(/\r$/u, '')) };
  return last.lines;
}

/** 1-based. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
  /** Inclusive. */
  readonly endLine: number;
}

export const quoteCode = (lines: readonly string[], { line, column, endLine }: CodePlace): string =>
  lines
    .slice(line - 1, Math.min(endLine, line - 1 + MAX_LINES))
    .map((text, at) => {
      const from = at === 0 ? Math.max(0, Math.min(column - 1, text.length - MAX_WIDTH)) : 0;
      return text.slice(from, from + MAX_WIDTH);
    })
    .join('\n');
