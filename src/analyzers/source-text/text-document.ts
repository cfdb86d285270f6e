/**
 * Makes a TextDocument, a file as text analyzers see it: text, lines, changed lines and the line of an offset. Also quotes lines as
 * evidence. Opened by project-scan.ts, used by all text analyzers.
 */
import { countLeading } from '../../protocol/collections/count-leading.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';

export interface TextDocument {
  readonly path: string;
  readonly language: string | null;
  readonly text: string;
  /** Lines without their line ends. */
  readonly lines: readonly string[];
  /** Changed line ranges, or null where the whole file is in scope. */
  readonly changed: readonly LineRange[] | null;
  /** 1-based line of an offset; offsets outside the text are clamped. */
  lineAt(offset: number): number;
}

/** Evidence is for people: longer lines are cut there. */
const EVIDENCE_COLUMNS = 400;
const EVIDENCE_LINES = 3;

export function openDocument(file: Omit<TextDocument, 'lines' | 'lineAt'>): TextDocument {
  const starts = findLineStarts(file.text);
  const lines = starts.map((start, index) => {
    const next = starts[index + 1];
    const line = file.text.slice(start, next === undefined ? undefined : next - 1);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  });
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return { ...file, lines, lineAt: (offset) => Math.min(findLine(starts, offset), lines.length) };
}

/** The lines themselves, word for word, at most three and none of them endless: of a longer line the part with that name. */
export function quoteLines(document: TextDocument, start: number, end: number, name = ''): string {
  const last = Math.min(end, start + EVIDENCE_LINES - 1);
  return document.lines
    .slice(start - 1, last)
    .map((line) => {
      const at = line.length <= EVIDENCE_COLUMNS ? 0 : line.indexOf(`"${name}"`);
      const from = at + name.length < EVIDENCE_COLUMNS ? 0 : at;
      return line.slice(from, from + EVIDENCE_COLUMNS);
    })
    .join('\n');
}

export const isChangedLine = (document: TextDocument, line: number): boolean =>
  document.changed?.some((range) => range.start <= line && line <= range.end) ?? false;

/** Offset of the first character of each line. */
export function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** 1-based line of an offset. */
export const findLine = (starts: readonly number[], offset: number): number =>
  Math.max(
    1,
    countLeading(starts, (start) => start <= offset),
  );
