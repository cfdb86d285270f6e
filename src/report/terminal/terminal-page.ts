/** The page that terminal formats write on: width, colours and the few shapes they share. */
import { padEnd, toLine, wrapText } from '../plain-text.ts';
import { createStyle, type Style } from './style.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly verbose: boolean;
}

export interface Page {
  readonly style: Style;
  readonly width: number;
  readonly verbose: boolean;
}

/** Nothing, or the lines of one part of the page. */
export type Section = readonly string[];

const LEAST_WIDTH = 40;
const READABLE_WIDTH = 120;
export const INDENT = '  ';

export const createPage = ({ color, width, verbose }: TerminalOptions): Page => ({
  style: createStyle(color),
  width: Math.min(READABLE_WIDTH, Math.max(LEAST_WIDTH, width)),
  verbose,
});

/** A page of sections with one blank line between them. */
export const joinSections = (sections: readonly Section[]): string =>
  `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;

export const withTitle = (page: Page, title: string, lines: Section): Section =>
  lines.length === 0 ? [] : [page.style.bold(title), ...lines];

/** Prose behind a label of fixed width, wrapped below itself. */
export function writeLabelled(page: Page, label: string, text: string, indent: string): Section {
  const margin = indent.length + label.length;
  return wrapText(toLine(text), Math.max(20, page.width - margin)).map((line, index) =>
    index === 0 ? `${indent}${page.style.dim(label)}${line}` : `${' '.repeat(margin)}${line}`,
  );
}

/** Prose, each line behind the indentation; `hanging` moves all but the first further in. */
export const writeProse = (page: Page, text: string, indent: string, hanging = ''): Section =>
  wrapText(toLine(text), Math.max(20, page.width - indent.length - hanging.length)).map((line, index) =>
    index === 0 ? `${indent}${line}` : `${indent}${hanging}${line}`,
  );

/** The first of a list, and how many were left out: every cap that bites is counted. */
export function capLines(page: Page, lines: Section, most: number, what: string): Section {
  if (page.verbose || lines.length <= most) return lines;
  const rest = lines.length - most;
  return [
    ...lines.slice(0, most),
    page.style.dim(`${INDENT}… ${rest} more ${rest === 1 ? what.replace(/s$/u, '') : what}; --verbose shows all`),
  ];
}

/** Columns as wide as their widest cell. */
export function alignRows(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => padEnd(cell, widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

/** `12,345`. By hand, since the tables of the locale take longer to load than most pages to write. */
export const formatCount = (count: number): string => {
  const [whole = '', ...rest] = String(count).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/gu, ','), ...rest].join('.');
};
export const plural = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
