/** Stored runs and their ledgers as Markdown. */
import type { RunDocument, RunsDocument } from '../../protocol/report/runs-document.ts';
import { LEDGER_FIGURES, listLedgerRemarks, listLedgerTables } from '../ledger-table.ts';
import { describeState, LEDGER_ELSEWHERE, listRunFacts, listWays } from '../run-text.ts';
import { describeBill, describeEnd, describeFound, describeWork, formatMoment } from '../runs-text.ts';
import { plural } from '../terminal/terminal-page.ts';
import { escapeProse, toCode, toTable } from './markdown-text.ts';

export function formatRunsMarkdown({ root, runs, left_out, elsewhere }: RunsDocument): string {
  const whose = root === null ? 'all folders' : toCode(root);
  const rows = runs.map((run) => [
    toCode(run.id),
    formatMoment(run.started_at),
    escapeProse(describeWork(run)),
    ...(root === null ? [toCode(run.root)] : []),
    describeEnd(run),
    describeFound(run.findings),
    escapeProse(describeBill(run)),
    run.resumable ? 'yes' : '',
  ]);
  const heads = [
    'run',
    'began',
    'what',
    ...(root === null ? ['folder'] : []),
    'result',
    'findings',
    'cost',
    'resumable',
  ];
  const table = toTable(heads, heads.map((head) => (head === 'cost' ? 'r' : 'l')).join(''), rows);
  const rest = [
    ...(left_out > 0 ? [`${plural(left_out, 'older run')} not listed.`] : []),
    ...(root !== null && elsewhere > 0 ? [`${plural(elsewhere, 'run')} of other folders.`] : []),
  ];
  return `${[`# Runs of ${whose}`, '', ...(runs.length === 0 ? ['None.'] : table), ...rest.flatMap((line) => ['', line])].join('\n')}\n`;
}

export function formatRunMarkdown(document: RunDocument): string {
  const { run } = document;
  const lines = [
    `# Run ${toCode(run.id)}: ${escapeProse(describeWork(run))}`,
    '',
    `**${escapeProse(describeState(run))}**`,
    '',
    ...listRunFacts(document).map(([label, text]) => `- ${label}: ${toCode(text)}`),
    '',
    '## Ledger',
    '',
    ...writeLedger(document.ledger),
    ...listWays(document).map(([command, what]) => `- ${toCode(command)}: ${what}`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function writeLedger(ledger: RunDocument['ledger']): readonly string[] {
  if (ledger === null) return [`It is not here: ${LEDGER_ELSEWHERE}.`, ''];
  const isFree = ledger.entries.length === 0 && ledger.total.calls + ledger.open_calls === 0;
  const tables = listLedgerTables(ledger).flatMap(({ title, rows }) => [
    ...toTable(
      [title, ...LEDGER_FIGURES],
      `l${'r'.repeat(LEDGER_FIGURES.length)}`,
      rows.map(([name = '', ...figures]) => [
        name === 'Total' ? '**Total**' : toCode(name),
        ...figures.map(escapeProse),
      ]),
    ),
    '',
  ]);
  return [
    ...(isFree ? ['No model was asked, nothing was spent.', ''] : tables),
    ...listLedgerRemarks(ledger).map((remark) => `- ${escapeProse(remark)}`),
  ];
}
