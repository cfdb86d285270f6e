/**
 * Escapes text from a reviewed repository for Markdown, so that none of it opens a heading, tag, table cell, link or mention, and
 * writes code spans, fences, tables and folded parts. Called by markdown/render.ts, pull-request/comment-text.ts, evaluation.ts and
 * `search`.
 */
import { toLine, toLines, toName } from '../plain-text.ts';

const SPECIAL = /[\\`*_[\]<>|~#&$]/gu;
/** `-` and `1.` open a list. A backslash escapes no digit: it goes before the mark behind it. */
const LINE_START = /^(\s*)([-+=])|^(\s*\d+)([.)])/u;
/** Behind a letter or digit, as in `action@main`, it is none. */
const MENTION = /(?<!\w)@(?=[A-Za-z0-9])/gu;
const ZERO_WIDTH_SPACE = '\u200b';

const escapeText = (text: string): string =>
  text
    .replace(SPECIAL, (character) => (character === '<' ? '&lt;' : character === '>' ? '&gt;' : `\\${character}`))
    .replace(MENTION, `@${ZERO_WIDTH_SPACE}`);

/** Of text that begins a line. */
export const escapeStart = (text: string): string => text.replace(LINE_START, '$1$3\\$2$4');

/** One line of prose, or a part of it. */
export const escapeProse = (text: string): string =>
  toLine(text)
    .split(/(`[^`]+`)/u)
    .map((part, index) => (index % 2 === 1 ? toCode(part.slice(1, -1)) : escapeText(part)))
    .join('');

/** A code span that no backtick inside can end. */
export function toCode(text: string): string {
  const name = toName(text);
  const ticks = '`'.repeat(longestRun(name) + 1);
  const pad = name.startsWith('`') || name.endsWith('`') || name.trim() === '' ? ' ' : '';
  return `${ticks}${pad}${name}${pad}${ticks}`;
}

/** A fenced block. */
export function toFence(text: string, language = ''): readonly string[] {
  const lines = toLines(text);
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${fence}${language}`, ...lines, fence];
}

const longestRun = (text: string): number => Math.max(0, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length));

/** A link if it is one of the web, else plain text. */
export const toReference = (reference: string): string =>
  /^https?:\/\/[^\s<>]+$/u.test(reference) ? `<${toName(reference)}>` : escapeProse(reference);

/** Pipes end a cell even inside a code span. */
const toRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;

/** A table; cells are Markdown already. `align` has one letter per column: l, r or c. */
export const toTable = (
  head: readonly string[],
  align: string,
  rows: readonly (readonly string[])[],
): readonly string[] => [
  toRow(head),
  toRow([...align].map((letter) => ({ l: ':---', r: '---:', c: ':---:' })[letter] ?? '---')),
  ...rows.map(toRow),
];

/** A part that is folded away at first. The summary is plain text. */
export const toDetails = (summary: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : ['<details>', `<summary>${escapeText(toLine(summary))}</summary>`, '', ...lines, '', '</details>'];
