/** `runs list` on a terminal: a line per run, newest first; narrow terminals show what was reviewed below it. */
import type { RunSummary, RunsDocument } from '../../protocol/report/runs-document.ts';
import { cutText, measureWidth, padEnd, padStart, toLine, toName } from '../plain-text.ts';
import { describeAge, describeBill, describeEnd, describeFound, describeWork } from '../runs-text.ts';
import { paintVerdict } from './style.ts';
import {
  createPage,
  INDENT,
  joinSections,
  type Page,
  plural,
  type Section,
  type TerminalOptions,
  writeProse,
} from './terminal-page.ts';

/** Age of a run in seconds. */
export type AgeOf = (run: RunSummary) => number;

const GAP = '  ';
const LEAST_WORK = 24;

export function formatRunsTerminal(document: RunsDocument, options: TerminalOptions, ageOf: AgeOf): string {
  const page = createPage(options);
  return joinSections([
    document.runs.length === 0 ? writeNothing(page, document) : writeTable(page, document, ageOf),
    writeHints(page, document),
  ]);
}

const writeNothing = (page: Page, { root }: RunsDocument): Section =>
  writeProse(page, root === null ? 'No runs are stored.' : `No runs of ${toName(root)} are stored.`, '');

interface Row {
  readonly run: RunSummary;
  readonly cells: readonly string[];
  readonly work: string;
}

function writeTable(page: Page, document: RunsDocument, ageOf: AgeOf): Section {
  const heads = ['Run', 'When', 'Result', 'Findings', 'Cost'];
  const rows = document.runs.map((run): Row => {
    const cells = [run.id, describeAge(ageOf(run)), describeEnd(run), describeFound(run.findings), describeBill(run)];
    const place = document.root === null ? ` in ${run.root}` : '';
    return { run, cells: cells.map(toName), work: toLine(`${describeWork(run)}${place}`) };
  });
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map(({ cells }) => measureWidth(cells[at] ?? ''))),
  );
  const used = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const room = page.width - used;
  const isWide = room >= LEAST_WORK;
  const head = heads.map((text, at) => pad(text, widths[at] ?? 0, at)).join(GAP);
  return [
    page.style.bold(isWide ? `${head}${GAP}What` : head.trimEnd()),
    ...rows.flatMap(({ run, cells, work }) => {
      const line = cells.map((cell, at) => paintCell(page, run, pad(cell, widths[at] ?? 0, at), at)).join(GAP);
      if (isWide) return [`${line}${GAP}${cutText(work, room)}`];
      return [line.trimEnd(), page.style.dim(`${INDENT}${cutText(work, page.width - INDENT.length)}`)];
    }),
  ];
}

const COST = 4;
const RESULT = 2;

const pad = (text: string, width: number, column: number): string =>
  column === COST ? padStart(text, width) : padEnd(text, width);

function paintCell({ style }: Page, { status, verdict }: RunSummary, cell: string, column: number): string {
  if (column === 1) return style.dim(cell);
  if (column !== RESULT) return cell;
  if (status === 'finished' && verdict !== null) return paintVerdict(style, verdict, cell);
  if (status === 'running') return style.cyan(cell);
  return status === 'failed' ? style.red(cell) : style.yellow(cell);
}

function writeHints(page: Page, { runs, root, left_out, elsewhere }: RunsDocument): Section {
  const resumable = runs.filter((run) => run.resumable);
  const hints = [
    ...(left_out > 0 ? [`… ${plural(left_out, 'older run')}; --limit ${runs.length + left_out} shows all`] : []),
    ...(resumable.length > 0
      ? [`${plural(resumable.length, 'run')} can go on: consensus-review resume ${resumable[0]?.id ?? ''}`]
      : []),
    ...(root !== null && elsewhere > 0 ? [`${plural(elsewhere, 'run')} of other folders: --all lists them`] : []),
    ...(runs.length === 0 && elsewhere === 0 ? ['`consensus-review review` makes the first one.'] : []),
  ];
  return hints.flatMap((hint) => writeProse(page, hint, '')).map((line) => page.style.dim(line));
}
