import { LEDGER_FIGURES, listLedgerRemarks, listLedgerTables } from './ledger-table.js';
import { cutText, measureWidth, padEnd, padStart, toLine, toName } from './plain-text.js';
import { describeState, listRunFacts, listWays } from './run-words.js';
import { describeWork } from './runs-words.js';
import { paintVerdict } from './style.js';
import { createPage, INDENT, joinSections, writeLabelled, writeProse, } from './terminal-page.js';
const LABEL_WIDTH = 10;
/** Of calls, input, cached, output and cost. */
const FIGURE_WIDTHS = [7, 11, 10, 9, 9];
const FIGURES_WIDTH = FIGURE_WIDTHS.reduce((sum, width) => sum + width, 0);
const LONGEST_NAME = 44;
export function formatRunTerminal(document, options) {
    const page = createPage(options);
    const { run } = document;
    return joinSections([
        [page.style.bold(cutText(`═══ ${toLine(describeWork(run))} ═══`, page.width))],
        [paintState(page, run)],
        listRunFacts(document).flatMap(([label, text]) => writeLabelled(page, padEnd(label, LABEL_WIDTH), text, INDENT)),
        ...writeLedger(page, document),
        listWays(run).map(([command, what]) => `${INDENT}${padEnd(command, 52)}${page.style.dim(what)}`),
    ]);
}
function paintState(page, run) {
    const text = describeState(run);
    if (run.status === 'finished' && run.verdict !== null)
        return paintVerdict(page.style, run.verdict, text);
    return run.status === 'failed' ? page.style.red(text) : page.style.yellow(text);
}
function writeLedger(page, { ledger }) {
    if (ledger.entries.length === 0 && ledger.total.calls + ledger.open_calls === 0)
        return [[`${INDENT}${padEnd('Ledger', LABEL_WIDTH)}no model was asked, nothing was spent`]];
    const tables = listLedgerTables(ledger);
    const longest = Math.max(...tables.flatMap(({ title, rows }) => [title, ...rows.map(([name = '']) => toName(name))].map(measureWidth)));
    const room = page.width - INDENT.length - FIGURES_WIDTH;
    const nameWidth = Math.max(12, Math.min(longest, LONGEST_NAME, room));
    return [
        ...tables.map((table) => writeTable(page, table, nameWidth)),
        listLedgerRemarks(ledger)
            .flatMap((remark) => writeProse(page, remark, INDENT))
            .map((line) => page.style.dim(line)),
    ];
}
function writeTable(page, { title, rows }, nameWidth) {
    const write = ([name = '', ...figures]) => `${padEnd(cutText(toName(name), nameWidth), nameWidth)}${figures.map((figure, at) => padStart(figure, FIGURE_WIDTHS[at] ?? 0)).join('')}`;
    return [
        page.style.bold(`${INDENT}${write([title, ...LEDGER_FIGURES])}`),
        ...rows.map((row) => (row[0] === 'Total' ? page.style.bold(`${INDENT}${write(row)}`) : `${INDENT}${write(row)}`)),
    ];
}
