/** The ledger of a run as rows of text that terminal and Markdown share, and as CSV for whoever adds up elsewhere. */

import type { ReportLedgerEntry, ReportUsage } from '../protocol/report/report-document.ts';
import type { RunLedger } from '../protocol/report/runs-document.ts';
import { formatMoney } from './runs-text.ts';
import { formatCount, plural } from './terminal/terminal-page.ts';

export interface LedgerTable {
  readonly title: string;
  /** A name and figures each; the last row of the last table is the total. */
  readonly rows: readonly (readonly string[])[];
}

export const LEDGER_FIGURES = ['Calls', 'Input', 'Cached', 'Output', 'Cost'] as const;

const toFigures = (sums: ReportUsage): readonly string[] => [
  ...[sums.calls, sums.input_tokens, sums.cached_input_tokens, sums.output_tokens].map(formatCount),
  formatMoney(sums.cost_usd, sums.calls, sums.unpriced_calls),
];

/** By agent and by model; where agents asked several models, who asked which too. */
export function listLedgerTables({ agents, models, entries, total }: RunLedger): readonly LedgerTable[] {
  const isCrossed = entries.length > agents.length && entries.length > models.length;
  return [
    { title: 'Agent', rows: agents.map((sums) => [sums.agent, ...toFigures(sums)]) },
    ...(isCrossed
      ? [
          {
            title: 'Agent and model',
            rows: entries.map((sums) => [`${sums.agent} · ${sums.model}`, ...toFigures(sums)]),
          },
        ]
      : []),
    {
      title: 'Model',
      rows: [...models.map((sums) => [sums.model, ...toFigures(sums)]), ['Total', ...toFigures(total)]],
    },
  ];
}

/** What the figures do not say by themselves. */
export function listLedgerRemarks({ total, source, open_calls }: RunLedger): readonly string[] {
  const {
    reused_calls: reused,
    repeated_calls: repeated,
    estimated_calls: estimated,
    unpriced_calls: unpriced,
  } = total;
  return [
    ...(reused > 0 ? [`${plural(reused, 'call')} not made: an earlier run had paid for the answer`] : []),
    ...(repeated > 0 ? [`${plural(repeated, 'call')} made again: under way when the run was interrupted`] : []),
    ...(estimated > 0 ? [`${plural(estimated, 'call')} estimated: the provider did not say what it used`] : []),
    ...(unpriced > 0 ? [`${plural(unpriced, 'call')} of unknown price, not in the cost`] : []),
    ...(source === 'journal' && total.calls + open_calls > 0
      ? ['added up from recorded calls: the run has no report yet']
      : []),
    ...(open_calls > 0 ? [`${plural(open_calls, 'call')} under way when it broke off, cost unknown`] : []),
  ];
}

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
