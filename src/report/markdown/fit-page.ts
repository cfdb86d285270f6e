/**
 * Shortens a page until its Markdown fits into a limit, such as the comment of a pull request: leaves out the least important first,
 * step by step, and states every cut. Returns the rendered text. Pure. Called by report/render-page.ts.
 */
import {
  type Block,
  code,
  type Item,
  type List,
  type Page,
  paragraph,
  plainText,
  type Section,
  type Text,
} from '../blocks.ts';
import { formatCount } from '../numbers.ts';

/** What GitHub takes in a comment is 65,536; the rest is for whoever puts a line around it. */
const COMMENT_LIMIT = 65_000;

interface Step {
  /** Sections that are left out. */
  readonly leftOut: ReadonlySet<Section['show']>;
  /** Entries of a list, rows of a table. */
  readonly entries: number;
  /** Sections inside a section: problems, as a rule. */
  readonly parts: number;
  readonly codeLines: number;
  /** Characters of one text. */
  readonly text: number;
}

const ALL = Number.POSITIVE_INFINITY;
const STEPS: readonly Step[] = [
  { leftOut: new Set(['appendix']), entries: ALL, parts: ALL, codeLines: ALL, text: ALL },
  { leftOut: new Set(['appendix']), entries: 30, parts: ALL, codeLines: 12, text: 4000 },
  { leftOut: new Set(['appendix', 'folded']), entries: 10, parts: ALL, codeLines: 8, text: 1000 },
  { leftOut: new Set(['appendix', 'folded']), entries: 10, parts: 15, codeLines: 4, text: 500 },
  { leftOut: new Set(['appendix', 'folded']), entries: 5, parts: 3, codeLines: 4, text: 300 },
];

/** The page as it is where it fits, else the first shorter form that does; `limit` is in characters. */
export function fitPage(page: Page, render: (page: Page) => string, limit = COMMENT_LIMIT): string {
  const whole = render(page);
  if (whole.length <= limit) return whole;
  for (const step of STEPS) {
    const text = render(declare(page, shortenPage(page, step), limit));
    if (text.length <= limit) return text;
  }
  return keepFirst(page, limit, render);
}

/** The last resort: blocks from the beginning, as many as fit. */
function keepFirst(page: Page, limit: number, render: (page: Page) => string): string {
  const short = shortenPage(page, STEPS.at(-1) as Step);
  for (let count = short.length; count > 0; count -= 1) {
    const text = render(declare(page, short.slice(0, count), limit));
    if (text.length <= limit) return text;
  }
  return render(declare(page, [], limit));
}

/** Says what is missing, behind the title. */
function declare(page: Page, short: Page, limit: number): Page {
  const kept = new Set(listTitles(short));
  const missing = listTitles(page).filter((title) => !kept.has(title));
  const names = missing.length === 0 ? '' : ` Left out: ${missing.join('; ')}.`;
  const notice: Page = [
    {
      kind: 'callout',
      blocks: paragraph([
        `Shortened to fit into ${formatCount(limit)} characters.${names} Everything: `,
        code('-f json'),
        ', or this format with ',
        code('--verbose'),
        '.',
      ]),
    },
  ];
  const at = short[0]?.kind === 'title' ? 1 : 0;
  return [...short.slice(0, at), ...notice, ...short.slice(at)];
}

const listTitles = (page: Page): readonly string[] =>
  page.flatMap((block) => (block.kind === 'section' && block.show !== 'closing' ? [plainText(block.title)] : []));

const shortenPage = (page: Page, step: Step): Page =>
  page.flatMap((block) => (block.kind === 'section' ? shortenSection(block, step) : [shortenBlock(block, step)]));

/** The first of its parts; the others are counted. */
function shortenSection(section: Section, step: Step): Page {
  const { title, blocks, show } = section;
  if (show !== undefined && step.leftOut.has(show)) return [];
  const parts = blocks.filter(({ kind }) => kind === 'section');
  const last = parts[step.parts];
  const kept = last === undefined ? blocks : blocks.slice(0, blocks.indexOf(last));
  const inner = [
    ...shortenPage(kept, step),
    ...(last === undefined
      ? []
      : paragraph(`… ${formatCount(parts.length - step.parts)} more parts; -f json has them all`)),
  ];
  return inner.length === 0 ? [] : [{ ...section, title: cut(title, step), blocks: inner }];
}

function shortenBlock(block: Exclude<Block, Section>, step: Step): Block {
  switch (block.kind) {
    case 'title':
    case 'paragraph':
      return { ...block, text: cut(block.text, step) };
    case 'facts':
      return { ...block, facts: block.facts.map((fact) => ({ ...fact, text: cut(fact.text, step) })) };
    case 'list':
      return shortenList(block, step);
    case 'table':
      return {
        ...block,
        rows: [
          ...block.rows.slice(0, step.entries).map((row) => row.map((cell) => cut(cell, step))),
          ...tellRest(block.rows, step).map((text) => [text]),
        ],
      };
    case 'code':
      return { ...block, text: cutLines(block.text.split('\n'), step).join('\n') };
    case 'command':
      return { ...block, lines: block.lines.map((line) => cutText(line, step)) };
    case 'callout':
      return { ...block, blocks: shortenPage(block.blocks, step) };
  }
}

const shortenList = (list: List, step: Step): List => ({
  ...list,
  items: [
    ...list.items.slice(0, step.entries).map(
      ({ text, detail, list: inner }): Item => ({
        text: cut(text, step),
        ...(detail && { detail: cut(detail, step) }),
        ...(inner && { list: shortenList(inner, step) }),
      }),
    ),
    ...tellRest(list.items, step).map((text) => ({ text })),
  ],
});

const tellRest = (entries: readonly unknown[], step: Step): readonly string[] =>
  entries.length > step.entries ? [`… ${formatCount(entries.length - step.entries)} more; -f json has them all`] : [];

const cutLines = (lines: readonly string[], step: Step): readonly string[] => [
  ...lines.slice(0, step.codeLines).map((line) => cutText(line, step)),
  ...(lines.length > step.codeLines ? [`… ${formatCount(lines.length - step.codeLines)} more lines`] : []),
];

/** A text that is too long loses its formats with its end. */
function cut(text: Text, step: Step): Text {
  const plain = plainText(text);
  return plain.length <= step.text ? text : cutText(plain, step);
}

const cutText = (text: string, { text: most }: Step): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/u, '')}…`;
