/** The ledger of a run as CSV, for whoever adds up elsewhere. */
import type { ReportLedgerEntry } from '../protocol/report/report-document.ts';
import type { RunLedger } from '../protocol/report/runs-document.ts';

const COLUMNS = [
  'agent',
  'model',
  'calls',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'cost_usd',
  'reused_calls',
  'repeated_calls',
  'estimated_calls',
  'unpriced_calls',
] as const satisfies readonly (keyof ReportLedgerEntry)[];

/** RFC 4180; a cell that a spreadsheet would run as a formula is text. */
function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line per agent and model; their sums are the run's. */
export const formatLedgerCsv = (runId: string, ledger: RunLedger | null): string =>
  [['run', ...COLUMNS], ...(ledger?.entries ?? []).map((entry) => [runId, ...COLUMNS.map((name) => entry[name])])]
    .map((row) => `${row.map(toCell).join(',')}\r\n`)
    .join('');
