/** Renders what `index` found for people, the largest files first, for a screen or as Markdown. Called by commands/index-command.ts. */
import type { FormatName } from '../protocol/config/config-names.ts';
import { code, facts, type Page, paragraph, section, table, title } from '../report/blocks.ts';
import { formatCount, plural } from '../report/numbers.ts';
import { renderPage } from '../report/render-page.ts';
import { countReasons } from '../report/scope-text.ts';
import type { Flags } from './command-declaration.ts';
import { chooseFormat } from './outputs.ts';
import { pageOf } from './runs-page.ts';
import type { Terminal } from './streams.ts';

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

const buildPage = (page: IndexPage): Page => [
  ...title(['Index of ', code(page.path)]),
  ...paragraph(`${plural(page.files_indexed, 'file')}, ${plural(page.total_tokens, 'token')}`),
  ...facts([
    ['Branch', page.branch],
    ['Left out', countReasons(page.ignored)],
  ]),
  ...section(
    'Largest files',
    table(
      [
        { title: 'File', cut: 'start' },
        { title: 'Tokens', align: 'right' },
        { title: 'Lines', align: 'right' },
        'Language',
      ],
      pickLargest(page).map(({ path, tokens, loc, language }) => [
        code(path),
        formatCount(tokens),
        formatCount(loc),
        language ?? '',
      ]),
    ),
  ),
];

export const renderIndexPage = (
  page: IndexPage,
  asked: FormatName | null,
  terminal: Terminal,
  flags: Flags,
): Promise<string> =>
  renderPage(
    buildPage(page),
    chooseFormat(asked, terminal) === 'terminal' ? 'terminal' : 'markdown',
    pageOf(terminal, flags),
  );
