/**
 * Finds the minified lines of a file, in which data flow would be wrong, so that its other lines are judged as usual; null where the text
 * is not minified. Called by ast-grep/ast-grep.ts.
 */
import { isPackedCode } from './limits.ts';

/** A line that no person wrote. */
const PACKED_LINE = 1_000;
/** Some tools break what they pack into lines of 500: where most lines are longer than this, they did. */
const WRAPPED_LINE = 200;
/** With less than this of it in other lines, a file is packed as a whole. */
const READABLE_SHARE = 0.1;

export interface PackedLines {
  /** Lines count from 1. */
  isReadable(line: number): boolean;
  /** Where the file is packed as a whole: its other lines, each in its place, with the packed ones empty. */
  readonly rest: string | null;
}

/** Null where the text is no packed code. */
export function readPackedLines(text: string): PackedLines | null {
  if (!isPackedCode(text)) return null;
  const lines = text.split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const isWrapped = written.filter(({ length }) => length > WRAPPED_LINE).length * 2 > written.length;
  const longest = isWrapped ? WRAPPED_LINE : PACKED_LINE;
  const rest = lines.map((line) => (line.length <= longest ? line : '')).join('\n');
  return {
    isReadable: (line) => (lines[line - 1]?.length ?? 0) <= longest,
    rest: rest.length < text.length * READABLE_SHARE ? rest : null,
  };
}
