/**
 * Renders a page of blocks (report/blocks.ts) as Markdown, for pull requests and CI logs: headings, tables, fences, and long parts
 * folded. Called by report/render-page.ts, summary.ts and lsp/hover.ts.
 */
import {
  type Block,
  type Brief,
  type Item,
  type List,
  type Page,
  plainText,
  type Section,
  spansOf,
  type Text,
} from '../blocks.ts';
import { formatCount } from '../numbers.ts';
import { escapeProse, escapeStart, toCode, toDetails, toFence, toReference, toTable } from './markdown-text.ts';

type Lines = readonly string[];

/** The longest list or table, unless all is asked for: a pull request takes no endless comments. */
const MOST = 200;
/** Parts of a section that stand open; the ones behind them are folded. */
const OPEN_PARTS = 20;

export const renderMarkdown = (page: Page, most = MOST): string =>
  `${writeBlocks(page, { level: 2, most }).join('\n')}\n`;

interface Depth {
  readonly level: number;
  readonly most: number;
}

const deeper = ({ level, most }: Depth): Depth => ({ level: level + 1, most });

const writeBlocks = (blocks: Page, depth: Depth): Lines =>
  blocks
    .map((block) => writeBlock(block, depth))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));

function writeBlock(block: Block, depth: Depth): Lines {
  const { most } = depth;
  switch (block.kind) {
    case 'title':
      return [`# ═══ ${writeHeading(block.text)} ═══`];
    case 'paragraph':
      return [escapeStart(writeText(block.text))];
    case 'list':
      return writeList(block, '', most);
    case 'facts':
      return block.facts.map(({ label, text }) => `- **${label}:** ${writeText(text)}`);
    case 'table': {
      const { columns, rows, brief } = block;
      const align = columns.map((column) => column.align?.charAt(0) ?? 'l').join('');
      const cells = rows.slice(0, most).map((row) => row.map(writeText));
      const rest = countRest(rows, brief, most);
      return [
        ...toTable(
          columns.map(({ title }) => writeText(title)),
          align,
          cells,
        ),
        ...(rest === null ? [] : ['', rest]),
      ];
    }
    case 'code':
      return toFence(block.text);
    case 'command':
      return toFence(block.lines.map((line, at) => (at === 0 ? `→ ${line}` : line)).join('\n'), 'text');
    case 'callout':
      return writeBlocks(block.blocks, depth).map((line) => `> ${line}`.trimEnd());
    case 'section':
      return writeSection(block, depth);
  }
}

function writeSection({ title, blocks, show }: Section, depth: Depth): Lines {
  if (show === 'closing') return [];
  const parts = blocks.filter(({ kind }) => kind === 'section');
  const last = parts[OPEN_PARTS];
  const open = last === undefined ? blocks : blocks.slice(0, blocks.indexOf(last));
  const folded = blocks.slice(open.length);
  const lines = [
    ...writeBlocks(open, deeper(depth)),
    ...(folded.length === 0
      ? []
      : ['', ...toDetails(`${parts.length - OPEN_PARTS} more`, writeBlocks(folded, deeper(depth)))]),
  ];
  if (show !== undefined) return toDetails(plainText(title), lines);
  return [`${'#'.repeat(depth.level)} ${writeHeading(title)}`, '', ...lines];
}

function countRest(entries: readonly unknown[], brief: Brief | undefined, most: number): string | null {
  const rest = entries.length - most;
  return rest > 0 ? `… ${formatCount(rest)} more ${brief?.noun ?? ''}; -f json has them all` : null;
}

function writeList({ items, isOrdered, brief }: List, indent: string, most: number): Lines {
  const write = ({ text, detail, list }: Item, at: number): Lines => {
    const sign = isOrdered ? `${at + 1}. ` : '- ';
    return [
      `${indent}${sign}${escapeStart(writeText(text))}${detail ? `: ${writeText(detail)}` : ''}`,
      ...(list ? writeList(list, indent + ' '.repeat(sign.length), most) : []),
    ];
  };
  const rest = countRest(items, brief, most);
  return [...items.slice(0, most).flatMap(write), ...(rest === null ? [] : [`${indent}- ${rest}`])];
}

const writeText = (text: Text): string =>
  spansOf(text)
    .map((span) => {
      if (typeof span === 'string') return escapeProse(span);
      if (span.format === 'code' || span.format === 'place') return toCode(span.text);
      if (span.format === 'link') return toReference(span.text);
      return span.format === 'strong' ? `**${escapeProse(span.text)}**` : escapeProse(span.text);
    })
    .join('');

/** A heading is strong by itself. */
const writeHeading = (text: Text): string =>
  writeText(spansOf(text).map((span) => (typeof span === 'object' && span.format === 'strong' ? span.text : span)));
