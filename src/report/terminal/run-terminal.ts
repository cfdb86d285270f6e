/** `runs show` on a terminal: what was asked, how it ended, what it cost, and how to go on. */
import type { RunDocument, RunSummary } from '../../protocol/report/runs-document.ts';
import { LEDGER_FIGURES, type LedgerTable, listLedgerRemarks, listLedgerTables } from '../ledger-table.ts';
import { cutText, measureWidth, padEnd, padStart, toLine, toName } from '../plain-text.ts';
import { describeState, LEDGER_ELSEWHERE, listRunFacts, listWays } from '../run-text.ts';
import { describeWork } from '../runs-text.ts';
import { paintVerdict } from './style.ts';
import {
  createPage,
  INDENT,
  joinSections,
  type Page,
  type Section,
  type TerminalOptions,
  writeLabelled,
  writeProse,
} from './terminal-page.ts';

const LABEL_WIDTH = 10;
/** Of calls, input, cached, output and cost. */
const FIGURE_WIDTHS = [7, 11, 10, 9, 9] as const;
const FIGURES_WIDTH = FIGURE_WIDTHS.reduce((sum, width) => sum + width, 0);
const LONGEST_NAME = 44;

export function formatRunTerminal(document: RunDocument, options: TerminalOptions): string {
  const page = createPage(options);
  const { run } = document;
  return joinSections([
    [page.style.bold(cutText(`═══ ${toLine(describeWork(run))} ═══`, page.width))],
    [paintState(page, run)],
    listRunFacts(document).flatMap(([label, text]) => writeLabelled(page, padEnd(label, LABEL_WIDTH), text, INDENT)),
    ...writeLedger(page, document),
    listWays(document).map(([command, what]) => `${INDENT}${padEnd(`${command}  `, 52)}${page.style.dim(what)}`),
  ]);
}

function paintState(page: Page, run: RunSummary): string {
  const text = describeState(run);
  if (run.status === 'finished' && run.verdict !== null) return paintVerdict(page.style, run.verdict, text);
  return run.status === 'failed' ? page.style.red(text) : page.style.yellow(text);
}

function writeLedger(page: Page, document: RunDocument): readonly Section[] {
  const { ledger } = document;
  if (ledger === null) return [writeLabelled(page, padEnd('Ledger', LABEL_WIDTH), LEDGER_ELSEWHERE, INDENT)];
  if (ledger.entries.length === 0 && ledger.total.calls + ledger.open_calls === 0)
    return [[`${INDENT}${padEnd('Ledger', LABEL_WIDTH)}no model was asked, nothing was spent`]];
  const tables = listLedgerTables(ledger);
  const longest = Math.max(
    ...tables.flatMap(({ title, rows }) => [title, ...rows.map(([name = '']) => toName(name))].map(measureWidth)),
  );
  const room = page.width - INDENT.length - FIGURES_WIDTH;
  const nameWidth = Math.max(12, Math.min(longest, LONGEST_NAME, room));
  return [
    ...tables.map((table) => writeTable(page, table, nameWidth)),
    listLedgerRemarks(ledger)
      .flatMap((remark) => writeProse(page, remark, INDENT))
      .map((line) => page.style.dim(line)),
  ];
}

function writeTable(page: Page, { title, rows }: LedgerTable, nameWidth: number): Section {
  const write = ([name = '', ...figures]: readonly string[]): string =>
    `${padEnd(cutText(toName(name), nameWidth), nameWidth)}${figures.map((figure, at) => padStart(figure, FIGURE_WIDTHS[at] ?? 0)).join('')}`;
  return [
    page.style.bold(`${INDENT}${write([title, ...LEDGER_FIGURES])}`),
    ...rows.map((row) => (row[0] === 'Total' ? page.style.bold(`${INDENT}${write(row)}`) : `${INDENT}${write(row)}`)),
  ];
}
