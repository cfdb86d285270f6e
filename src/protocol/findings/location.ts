/**
 * Parses places in code as agents write them (`path:45`, `path:45-52`; OUTPUT-07, FACT-05) into file and lines, and formats line
 * ranges. A path may hold blanks and colons. Called by protocol/output/ and reviewers/model/audit/.
 */

export interface Location {
  readonly file: string;
  /** 1-based; null where only a file is named. */
  readonly line: number | null;
  readonly endLine: number | null;
}

/** Line or range, then what agents put behind it: a column, further lines, a remark in brackets. */
const LINES =
  /(?::|#L)(?<start>\d{1,9})(?:\s?[-–]\s?L?(?<end>\d{1,9})|:\d{1,9})?(?:,\s?\d{1,9}(?:[-–]\d{1,9})?)*(?:\s+\([^()]*\))?$/u;
/** A second place behind the first; only the first counts. */
const FURTHER = /(?<=:\d{1,9}(?:[-–]\d{1,9})?)[,;]\s+\S[\s\S]*/u;

/** Reads a place; null where there is no file name. */
export function parseLocation(text: string): Location | null {
  const place = text
    .trim()
    .replace(/^`(.*)`$/u, '$1')
    .replace(FURTHER, '');
  const match = LINES.exec(place);
  const file = (match ? place.slice(0, match.index) : place).trim();
  if (file === '') return null;
  const start = Number(match?.groups?.start ?? 0);
  const end = Number(match?.groups?.end ?? start);
  if (start < 1 || end < 1) return { file, line: null, endLine: null };
  return { file, line: Math.min(start, end), endLine: Math.max(start, end) };
}

/** A place with lines; null where only a file is named, or nothing. */
export function parsePlace(
  text: string,
): { readonly file: string; readonly line: number; readonly endLine: number } | null {
  const { file, line, endLine } = parseLocation(text) ?? { file: '', line: null, endLine: null };
  return line === null ? null : { file, line, endLine: endLine ?? line };
}

/** `45`, `45-52`, or null without a line. */
export function formatLines(line: number | null, endLine: number | null): string | null {
  if (line === null) return null;
  return endLine === null || endLine === line ? `${line}` : `${line}-${endLine}`;
}
