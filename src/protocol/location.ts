/** Places in code as agents write them, `path:45` or `path:45-52` (OUTPUT-07, FACT-05). A path may hold blanks and colons. */

export interface Location {
  readonly file: string;
  /** 1-based; null where only a file is named. */
  readonly line: number | null;
  readonly endLine: number | null;
}

const LINES = /:(?<start>\d{1,9})(?:\s?[-–]\s?(?<end>\d{1,9})|:\d{1,9})?$/u;

const unquote = (text: string): string => text.trim().replace(/^`(.*)`$/u, '$1');

/** Reads a place, with an optional column behind the line; null where there is no file name. */
export function parseLocation(text: string): Location | null {
  const place = unquote(text);
  const match = LINES.exec(place);
  const file = (match ? place.slice(0, match.index) : place).trim();
  if (file === '') return null;
  const start = Number(match?.groups?.start ?? 0);
  if (start < 1) return { file, line: null, endLine: null };
  const end = Number(match?.groups?.end ?? start);
  return { file, line: Math.min(start, Math.max(end, 1)), endLine: Math.max(start, end) };
}

export function formatLocationRange(file: string, line: number | null, endLine: number | null): string {
  if (line === null) return file;
  return endLine === null || endLine === line ? `${file}:${line}` : `${file}:${line}-${endLine}`;
}
