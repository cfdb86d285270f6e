/**
 * Formats the ledger of a run as CSV: tokens, cost and calls, a row per agent and model. Called by cli/commands/runs-command.ts for
 * `runs show -f csv`.
 */
import type { ReportLedgerEntry } from '../protocol/report/report-document.ts';
import type { RunLedger } from '../protocol/report/runs-document.ts';
import { writeCsv } from './csv-text.ts';

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
  'reasoning_tokens',
] as const satisfies readonly (keyof ReportLedgerEntry)[];

/** A line per agent and model; their sums are the run's. */
export const formatLedgerCsv = (runId: string, ledger: RunLedger | null): string =>
  writeCsv([
    ['run', ...COLUMNS],
    ...(ledger?.entries ?? []).map((entry) => [runId, ...COLUMNS.map((name) => entry[name])]),
  ]);
