/** Renders the effective configuration for people, for a screen or as Markdown. Called by commands/config-command.ts. */
import type { FormatName } from '../protocol/config/config-names.ts';
import { code, facts, type Page, paragraph, section, table, title } from '../report/blocks.ts';
import { renderPage } from '../report/render-page.ts';
import type { Trust } from '../wiring/settings.ts';
import type { Flags } from './command-declaration.ts';
import { pageOf } from './runs-page.ts';
import type { Terminal } from './streams.ts';

export interface ConfigPage {
  readonly root: string;
  readonly trusted: Trust;
  readonly base: string | null;
  readonly values: Readonly<Record<string, { readonly value: unknown; readonly origin: string }>>;
  readonly ignore_files: readonly string[];
  readonly reviewers: readonly { readonly name: string }[];
  readonly warnings: readonly string[];
}

const TRUST: Readonly<Record<Trust, string>> = {
  flag: 'yes, by --trust-repository',
  marked: 'yes, by consensus-review trust',
  none: 'no',
};

const buildPage = ({ root, trusted, base, values, ignore_files, reviewers, warnings }: ConfigPage): Page => [
  ...title(['Configuration of ', code(root)]),
  ...warnings.flatMap(paragraph),
  ...facts([
    ['Trusted', TRUST[trusted]],
    ['Settings of', base],
    ['Ignore file', ignore_files.join(', ')],
    ['Custom reviewers', reviewers.map(({ name }) => name).join(', ')],
  ]),
  ...section(
    'Values',
    table(
      ['Key', 'Value', 'From'],
      Object.entries(values).map(([key, { value, origin }]) => [
        code(key),
        value === null ? '' : code(JSON.stringify(value)),
        origin,
      ]),
    ),
  ),
];

export const renderConfigPage = (
  page: ConfigPage,
  format: FormatName,
  terminal: Terminal,
  flags: Flags,
): Promise<string> =>
  renderPage(buildPage(page), format === 'terminal' ? 'terminal' : 'markdown', pageOf(terminal, flags));
