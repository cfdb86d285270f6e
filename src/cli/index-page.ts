/** What `index` found, for people: the largest files first, for a screen or as Markdown. Loaded only where it is shown. */
import type { FormatName } from '../protocol/config/config-schema.ts';
import { toCode, toTable } from '../report/markdown/markdown-text.ts';
import { formatCount, plural } from '../report/numbers.ts';
import { padStart, toName } from '../report/plain-text.ts';
import { chooseFormat } from './outputs.ts';
import { createPalette, type Palette } from './palette.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { wantsColor } from './terminal-settings.ts';

export interface IndexPage {
  readonly path: string;
  readonly branch: string | null;
  readonly files_indexed: number;
  readonly total_tokens: number;
  readonly files: readonly {
    readonly path: string;
    readonly tokens: number;
    readonly loc: number;
    readonly language: string | null;
  }[];
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
}

const LARGEST = 10;
const pickLargest = (page: IndexPage): IndexPage['files'] =>
  page.files.toSorted((a, b) => b.tokens - a.tokens).slice(0, LARGEST);

const describe = ({ files_indexed: files, total_tokens: tokens }: IndexPage): string =>
  `${plural(files, 'file')}, ${formatCount(tokens)} tokens`;

/** `1 binary, 2 too-large`; null where nothing was. */
function describeLeftOut({ ignored }: IndexPage): string | null {
  const reasons = Object.entries(Object.groupBy(ignored, ({ reason }) => reason)).sort(([a], [b]) => (a < b ? -1 : 1));
  return reasons.length === 0
    ? null
    : reasons.map(([reason, files = []]) => `${formatCount(files.length)} ${reason}`).join(', ');
}

function formatTerminal(page: IndexPage, palette: Palette): string {
  const branch = page.branch === null ? '' : ` on ${toName(page.branch)}`;
  const rows = pickLargest(page).map(
    ({ path, tokens, language }) =>
      `  ${padStart(formatCount(tokens), 10)}  ${toName(path)}${palette.dim(language === null ? '' : `  ${language}`)}`,
  );
  const head = `${palette.bold(toName(page.path))}${branch}: ${describe(page)}`;
  const leftOut = describeLeftOut(page);
  const rest = leftOut === null ? [] : [palette.dim(`  left out: ${leftOut}`)];
  return `${[head, ...rest, ...(rows.length === 0 ? [] : ['', palette.dim('      tokens  largest files'), ...rows])].join('\n')}\n`;
}

function formatMarkdown(page: IndexPage): string {
  const rows = pickLargest(page).map(({ path, tokens, loc, language }) => [
    toCode(path),
    formatCount(tokens),
    formatCount(loc),
    language ?? '',
  ]);
  const branch = page.branch === null ? '' : `, branch ${toCode(page.branch)}`;
  const leftOut = describeLeftOut(page);
  const rest = leftOut === null ? '' : `\nLeft out: ${leftOut}.\n`;
  const head = `# Index of ${toCode(page.path)}\n\n${describe(page)}${branch}.\n${rest}`;
  return rows.length === 0
    ? head
    : `${head}\n${toTable(['largest files', 'tokens', 'loc', 'language'], 'lrrl', rows).join('\n')}\n`;
}

export const renderIndexPage = (page: IndexPage, asked: FormatName | null, terminal: Terminal, flags: Flags): string =>
  chooseFormat(asked, terminal) === 'terminal'
    ? formatTerminal(page, createPalette(wantsColor(terminal, flags)))
    : formatMarkdown(page);
