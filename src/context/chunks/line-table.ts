/**
 * Computes where each line of a text begins and how far it is indented, in one pass without copies of the text; gives lines by number.
 * Used by split-chunks.ts, markdown-headings.ts, and the tools read_file and grep.
 */

export interface Lines {
  readonly text: string;
  readonly count: number;
  /** Offset of the first character of line i (from 0); one more entry at the end. */
  readonly starts: readonly number[];
}

export interface LineTable extends Lines {
  /** Columns of white space before the line's first character; -1 for a blank line. */
  readonly indents: readonly number[];
}

const TAB_COLUMNS = 4;
const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;

function measureIndent(text: string, from: number, to: number): number {
  let columns = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === TAB) columns += TAB_COLUMNS;
    else if (code === SPACE) columns += 1;
    else return code === LF || code === CR ? -1 : columns;
  }
  return -1;
}

/** Offset after the line break that ends the line beginning at `from`; the end of the text where there is none. */
function findNextLine(text: string, from: number): number {
  const lf = text.indexOf('\n', from);
  return lf < 0 ? text.length : lf + 1;
}

/** A final line break ends the last line and begins none. A lone carriage return is a line break too. */
export function createLineTable(source: string): LineTable {
  const lines = findLines(source);
  const indents: number[] = [];
  for (let line = 0; line < lines.count; line += 1) {
    indents.push(measureIndent(lines.text, lines.starts[line] ?? 0, lines.starts[line + 1] ?? 0));
  }
  return { ...lines, indents };
}

/** The same without indentation. */
export function findLines(source: string): Lines {
  const text = source.includes('\r') ? source.replace(/\r(?!\n)/gu, '\n') : source;
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = findNextLine(text, at)) starts.push(at);
  const count = starts.length;
  starts.push(text.length);
  return { text, count, starts };
}

/** Text of the lines from `from` up to, not including, `to`. */
export const sliceLines = ({ text, starts }: Lines, from: number, to: number): string =>
  text.slice(starts[from] ?? text.length, starts[to] ?? text.length);

export const charsOf = ({ starts, text }: Lines, from: number, to: number): number =>
  (starts[to] ?? text.length) - (starts[from] ?? text.length);
