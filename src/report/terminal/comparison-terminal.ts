/** `runs compare` on a terminal: what changed, most severe first, and what nobody can tell. */

import { FINDING_CHANGES, newestOf } from '../../protocol/report/compare-runs.ts';
import type { ComparisonDocument, ComparisonEntry, FindingChange } from '../../protocol/report/comparison-document.ts';
import { CHANGE_TITLES, describeChange, describeCompared, describeVerdicts } from '../comparison-text.ts';
import { padEnd, toLine, toName } from '../plain-text.ts';
import { paintSeverity } from './style.ts';
import {
  createPage,
  INDENT,
  joinSections,
  type Page,
  plural,
  type Section,
  type TerminalOptions,
  writeLabelled,
  writeProse,
} from './terminal-page.ts';

const LISTED = 20;
const SEVERITY_WIDTH = 10;

export function formatComparisonTerminal(comparison: ComparisonDocument, options: TerminalOptions): string {
  const page = createPage(options);
  const { before, after, differences } = comparison;
  return joinSections([
    [page.style.bold('═══ Comparison of two runs ═══')],
    [`${page.style.bold(describeChange(comparison))} · ${describeVerdicts(comparison)}`],
    [
      ...writeLabelled(page, 'First   ', describeCompared(before), INDENT),
      ...writeLabelled(page, 'Second  ', describeCompared(after), INDENT),
    ],
    writeDifferences(page, differences),
    ...FINDING_CHANGES.map((change) => writeChange(page, change, comparison[change])),
  ]);
}

const writeDifferences = (page: Page, differences: readonly string[]): Section =>
  differences.length === 0
    ? []
    : [
        page.style.yellow('The two runs did not look at the same things in the same way:'),
        ...differences.flatMap((line) => writeProse(page, line, INDENT, INDENT)),
      ];

function writeChange(page: Page, change: FindingChange, entries: readonly ComparisonEntry[]): Section {
  if (entries.length === 0) return [];
  const shown = page.verbose ? entries : entries.slice(0, LISTED);
  const rest = entries.length - shown.length;
  return [
    paintTitle(page, change, `${CHANGE_TITLES[change]} (${entries.length})`),
    ...shown.flatMap((entry) => writeEntry(page, entry)),
    ...(rest > 0 ? [page.style.dim(`${INDENT}… ${plural(rest, 'more finding')}; --verbose shows all`)] : []),
  ];
}

function paintTitle({ style }: Page, change: FindingChange, title: string): string {
  if (change === 'new' || change === 'newly_seen') return style.bold(style.red(title));
  if (change === 'fixed') return style.bold(style.green(title));
  return change === 'unknown' ? style.bold(style.yellow(title)) : style.bold(title);
}

function writeEntry(page: Page, entry: ComparisonEntry): Section {
  const { severity, file, line, title } = newestOf(entry);
  const margin = `${INDENT}${' '.repeat(SEVERITY_WIDTH)}`;
  const moved =
    entry.before !== null && entry.after !== null && entry.before.line !== line
      ? `, was line ${entry.before.line}`
      : '';
  return [
    `${INDENT}${paintSeverity(page.style, severity, severity)}${padEnd('', SEVERITY_WIDTH - severity.length)}${toName(file)}:${line}${page.style.dim(moved)}`,
    ...writeProse(page, toLine(title), margin),
    ...(entry.reason === null ? [] : writeProse(page, entry.reason, margin).map((text) => page.style.dim(text))),
  ];
}
