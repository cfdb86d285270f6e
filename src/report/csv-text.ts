/**
 * Writes rows of values as CSV text (RFC 4180) in which no cell can be run as a formula by a spreadsheet. Called by machine/csv.ts and
 * ledger-csv.ts.
 */
import { toLine } from './plain-text.ts';

/** What a spreadsheet takes for the beginning of a formula; wide forms are read as the narrow ones. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r|%]/u;

function toCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const line = toLine(value);
  const safe = FORMULA.test(line) ? `'${line}` : line;
  return /[",;\r\n]/u.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const writeCsv = (rows: readonly (readonly (string | number | boolean | null)[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
