/**
 * Renders a page of blocks (report/blocks.ts) as text for a terminal (FACT-15): wrapped, on request coloured, with text of the
 * repository escaped; every list that is cut says by how much. Called by report/render-page.ts and cli/commands/prune-command.ts.
 */
import type { Block, Brief, Item, List, Page, Section } from '../blocks.ts';
import { formatCount } from '../numbers.ts';
import { padEnd, toLine, toLines, wrapCode } from '../plain-text.ts';
import { createScreen, type Lines, type Screen, type TerminalOptions, writeText } from './screen.ts';
import type { SpanStyle } from './style.ts';
import { writeTable } from './table.ts';

const INDENT = '  ';
const BAR = '│ ';
/** So that the facts of one finding stand below those of the one before it. */
const LEAST_LABEL = 4;

export const renderTerminal = (page: Page, options: TerminalOptions): string =>
  `${writeBlocks(createScreen(options), page, '').join('\n')}\n`;

/** Kinds with a blank line before and behind them; others stand together. */
const LOOSE: ReadonlySet<Block['kind']> = new Set(['title', 'table', 'code', 'callout', 'section', 'command']);

function isApart(before: Block, after: Block, indent: string): boolean {
  if (before.kind === 'command' && after.kind === 'command') return false;
  if (indent === '' && (before.kind === 'facts' || after.kind === 'facts')) return true;
  return LOOSE.has(before.kind) || LOOSE.has(after.kind);
}

function writeBlocks(screen: Screen, blocks: Page, indent: string, look: SpanStyle = {}): Lines {
  const written = blocks
    .map((block) => ({ block, lines: writeBlock(screen, block, indent, look) }))
    .filter(({ lines }) => lines.length > 0);
  return written.flatMap(({ block, lines }, at) => {
    const before = written[at - 1]?.block;
    return before !== undefined && isApart(before, block, indent) ? ['', ...lines] : lines;
  });
}

function writeBlock(screen: Screen, block: Block, indent: string, look: SpanStyle): Lines {
  const inner = indent === '' ? INDENT : indent;
  switch (block.kind) {
    case 'title':
      return writeText(
        screen,
        ['═══ ', ...[block.text].flat(), ' ═══'],
        { first: '', rest: INDENT },
        { format: 'strong' },
      );
    case 'paragraph':
      return writeText(screen, block.text, { first: indent, rest: indent }, look);
    case 'list':
      return writeList(screen, block, inner);
    case 'facts':
      return writeFacts(screen, block, inner);
    case 'table': {
      const rows = cutList(screen, block.rows, block.brief);
      return [...writeTable(screen, { ...block, rows }, indent), ...writeRest(screen, block.rows, block.brief, indent)];
    }
    case 'code':
      return writeCode(screen, block, indent);
    case 'command':
      return (block.shell === undefined ? block.lines : [block.shell]).map((line, at) => {
        const [sign, text] = [at === 0 ? '→ ' : INDENT, toLine(line)];
        return at === 0
          ? `${screen.style({ format: 'strong' })(sign)}${text}`
          : `${sign}${screen.style({ format: 'strong' })(text)}`;
      });
    case 'callout':
      return writeBlocks(screen, block.blocks, indent, { tone: 'warn' });
    case 'section':
      return writeSection(screen, block, indent);
  }
}

function writeSection(screen: Screen, { title, blocks, show }: Section, indent: string): Lines {
  if (show === 'appendix' && !screen.verbose) return [];
  const lines = writeBlocks(screen, blocks, `${indent}${INDENT}`);
  const isLoose = blocks[0]?.kind === 'section' || blocks[0]?.kind === 'code';
  const head = writeText(screen, title, { first: indent, rest: `${indent}${INDENT}` }, { format: 'strong' });
  return lines.length === 0 ? [] : [...head, ...(isLoose ? [''] : []), ...lines];
}

const cutList = <Entry>({ verbose }: Screen, entries: readonly Entry[], brief: Brief | undefined): readonly Entry[] =>
  verbose || brief === undefined ? entries : entries.slice(0, brief.most);

function writeRest(screen: Screen, entries: readonly unknown[], brief: Brief | undefined, indent: string): Lines {
  const rest = entries.length - cutList(screen, entries, brief).length;
  if (brief === undefined || rest === 0) return [];
  const noun = rest === 1 ? brief.noun.replace(/s$/u, '') : brief.noun;
  return [`${indent}${screen.style({ tone: 'quiet' })(`… ${formatCount(rest)} more ${noun}; --verbose shows all`)}`];
}

function writeList(screen: Screen, { items, isOrdered, brief }: List, indent: string): Lines {
  const write = ({ text, detail, list }: Item, at: number): Lines => {
    const first = isOrdered ? `${indent}${at + 1}. ` : indent;
    const rest = isOrdered ? ' '.repeat(first.length) : `${indent}${INDENT}`;
    return [
      ...writeText(screen, text, { first, rest }),
      ...(screen.verbose && detail ? writeText(screen, detail, { first: rest, rest }, { tone: 'quiet' }) : []),
      ...(list ? writeList(screen, list, rest) : []),
    ];
  };
  return [...cutList(screen, items, brief).flatMap(write), ...writeRest(screen, items, brief, indent)];
}

function writeFacts(screen: Screen, { facts }: Extract<Block, { kind: 'facts' }>, indent: string): Lines {
  const shown = facts.filter(({ isDetail }) => screen.verbose || !isDetail);
  const width = Math.max(LEAST_LABEL, ...shown.map(({ label }) => label.length)) + INDENT.length;
  return shown.flatMap(({ label, text }) =>
    writeText(screen, text, {
      first: `${indent}${screen.style({ tone: 'quiet' })(padEnd(label, width))}`,
      rest: `${indent}${' '.repeat(width)}`,
    }),
  );
}

function writeCode(screen: Screen, { text, brief = 0 }: Extract<Block, { kind: 'code' }>, indent: string): Lines {
  const all = toLines(text);
  const shown = screen.verbose || brief === 0 ? all : all.slice(0, brief);
  const rest = all.length - shown.length;
  const dim = screen.style({ tone: 'quiet' });
  return [
    ...shown
      .flatMap((line) => wrapCode(line, screen.width - indent.length - BAR.length))
      .map((line) => `${indent}${dim('│')} ${line}`.trimEnd()),
    ...(rest > 0 ? [`${indent}${dim('│')} ${dim(`… ${rest} more ${rest === 1 ? 'line' : 'lines'}`)}`] : []),
  ];
}
