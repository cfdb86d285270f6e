import { LEDGER_FIGURES, listLedgerRemarks, listLedgerTables } from './ledger-table.js';
import { escapeProse, toCode, toTable } from './markdown-text.js';
import { describeState, listRunFacts, listWays } from './run-words.js';
import { describeBill, describeEnd, describeFound, describeWork, formatMoment } from './runs-words.js';
import { plural } from './terminal-page.js';
export function formatRunsMarkdown({ root, runs, left_out, elsewhere }) {
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
export function formatRunMarkdown(document) {
    const { run, ledger } = document;
    const isFree = ledger.entries.length === 0 && ledger.total.calls + ledger.open_calls === 0;
    const tables = listLedgerTables(ledger).flatMap(({ title, rows }) => [
        ...toTable([title, ...LEDGER_FIGURES], `l${'r'.repeat(LEDGER_FIGURES.length)}`, rows.map(([name = '', ...figures]) => [
            name === 'Total' ? '**Total**' : toCode(name),
            ...figures.map(escapeProse),
        ])),
        '',
    ]);
    const lines = [
        `# Run ${toCode(run.id)}: ${escapeProse(describeWork(run))}`,
        '',
        `**${escapeProse(describeState(run))}**`,
        '',
        ...listRunFacts(document).map(([label, text]) => `- ${label}: ${toCode(text)}`),
        '',
        '## Ledger',
        '',
        ...(isFree ? ['No model was asked, nothing was spent.', ''] : tables),
        ...listLedgerRemarks(ledger).map((remark) => `- ${escapeProse(remark)}`),
        ...listWays(run).map(([command, what]) => `- ${toCode(command)}: ${what}`),
    ];
    return `${lines.join('\n').trimEnd()}\n`;
}
