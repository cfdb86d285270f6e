/**
 * Builds the page for one stored run: what was asked, how it ended, what it cost, and commands to go on. Called by
 * cli/commands/runs-command.ts for `runs show`.
 */
import type { ReportUsage } from '../../protocol/report/report-document.ts';
import type { RunDocument, RunLedger, RunSummary } from '../../protocol/report/runs-document.ts';
import {
  code,
  facts,
  list,
  type Page,
  paragraph,
  section,
  strong,
  type Text,
  table,
  title,
  VERDICT_TONES,
} from '../blocks.ts';
import { formatBytes, formatCount, plural } from '../numbers.ts';
import { describeCounts } from '../overview.ts';
import { describeWork, formatMoment, formatMoney } from '../runs-text.ts';

export const buildRunPage = (document: RunDocument): Page => [
  ...title(describeWork(document.run)),
  ...paragraph(paintState(document.run)),
  ...facts(listFacts(document)),
  ...section('Cost', writeLedger(document.ledger)),
  ...section('Next', facts(listCommands(document))),
];

function paintState(run: RunSummary): Text {
  const { status, verdict, complete, findings, reason } = run;
  if (status !== 'finished' || verdict === null)
    return strong([status, ...(reason === null ? [] : [reason])].join(' · '), status === 'failed' ? 'bad' : 'warn');
  const found = findings === null ? [] : [describeCounts(findings) ?? 'no findings that count'];
  return strong(
    [verdict, complete === false ? 'incomplete' : 'complete', ...found].join(' · '),
    VERDICT_TONES[verdict],
  );
}

function listFacts({ run, journal }: RunDocument): readonly (readonly [string, Text])[] {
  const ended = run.finished_at === null ? '' : `, ended ${formatMoment(run.finished_at)}`;
  const resumed = run.resumed === 0 ? '' : `, resumed ${run.resumed === 1 ? 'once' : `${run.resumed} times`}`;
  return [
    ['Run', code(run.id)],
    ['Folder', code(run.root)],
    ['Command', code(run.command)],
    ['Model', run.model],
    ['Started', `${formatMoment(run.started_at)}${ended}${resumed}`],
    ['Exit code', run.exit_code === null ? '' : String(run.exit_code)],
    ['Version', run.version],
    ['Journal', describeJournal(journal)],
  ];
}

function describeJournal({ steps, calls, open, bytes }: RunDocument['journal']): string {
  if (steps === 0) return 'no steps are stored';
  const begun = open === 0 ? '' : `, ${formatCount(open)} without a known end`;
  return `${plural(steps, 'step')}, ${plural(calls, 'model call')}${begun}, ${formatBytes(bytes)}`;
}

/** Of a run without a ledger. */
export const LEDGER_ELSEWHERE =
  'the run was handed to a fleet and its report was not fetched; the fleet knows its cost';

/** By agent and by model; where agents asked several models, who asked which too. */
function writeLedger(ledger: RunLedger | null): Page {
  if (ledger === null) return paragraph(`Unknown here: ${LEDGER_ELSEWHERE}.`);
  const { agents, models, entries, total, open_calls } = ledger;
  if (entries.length === 0 && total.calls + open_calls === 0)
    return paragraph('No model was called, nothing was spent.');
  const isCrossed = entries.length > agents.length && entries.length > models.length;
  return [
    ...tabulate(
      'Agent',
      agents.map((sums) => [code(sums.agent), sums]),
    ),
    ...(isCrossed
      ? tabulate(
          'Agent and model',
          entries.map((sums) => [code(`${sums.agent} · ${sums.model}`), sums]),
        )
      : []),
    ...tabulate('Model', [...models.map((sums) => [code(sums.model), sums] as const), [strong('Total'), total]]),
    ...list(listRemarks(ledger)),
  ];
}

const FIGURES = ['Calls', 'Input', 'Cached', 'Output', 'Cost'].map((name) => ({
  title: name,
  align: 'right' as const,
}));

const tabulate = (name: string, rows: readonly (readonly [Text, ReportUsage])[]): Page =>
  table(
    [{ title: name, cut: 'end' }, ...FIGURES],
    rows.map(([text, sums]) => [
      text,
      ...[sums.calls, sums.input_tokens, sums.cached_input_tokens, sums.output_tokens].map(formatCount),
      formatMoney(sums.cost_usd, sums.calls, sums.unpriced_calls),
    ]),
  );

/** What the figures do not say by themselves. */
function listRemarks({ total, source, open_calls }: RunLedger): readonly string[] {
  const calls = (count: number, text: string): readonly string[] =>
    count > 0 ? [`${plural(count, 'call')} ${text}`] : [];
  return [
    ...calls(total.reused_calls, 'not made: the answers of an earlier run were used'),
    ...calls(total.repeated_calls, 'made again: under way when the run was interrupted'),
    ...calls(total.estimated_calls, 'estimated: the provider did not report its usage'),
    ...calls(total.unpriced_calls, 'of unknown price, not in the cost'),
    ...(source === 'journal' && total.calls + open_calls > 0
      ? ['added up from recorded calls: the run has no report yet']
      : []),
    ...calls(open_calls, 'under way when the run was interrupted, cost unknown'),
  ];
}

function listCommands({ run, ledger }: RunDocument): readonly (readonly [string, Text | null])[] {
  const { id, resumable, has_report, status } = run;
  return [
    ['Show its cost', ledger === null ? code(`consensus-review runs show ${id} --database URL`) : null],
    ['Continue it', resumable ? code(`consensus-review resume ${id}`) : null],
    [
      status === 'finished' ? 'Print its report' : 'Print what it has',
      has_report ? code(`consensus-review report ${id}`) : null,
    ],
  ];
}
