/** `index`: measures a folder, makes it searchable and says what it found (CONTEXT-01). */
import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Selection } from '../ports.ts';
import { toCode, toTable } from '../report/markdown-text.ts';
import { padStart, toName } from '../report/plain-text.ts';
import { loadCliSettings } from './load-settings.ts';
import { chooseFormat } from './outputs.ts';
import { createPalette, type Palette } from './palette.ts';
import type { Flags } from './program.ts';
import { type RefreshedIndex, refreshIndex } from './refresh-index.ts';
import type { Terminal } from './streams.ts';
import { wantsColor } from './terminal-taste.ts';

interface Target {
  readonly root: string;
  readonly selection: Selection;
}

/** A path in the root is a part of it; a folder elsewhere is a root of its own. */
async function findTarget(terminal: Terminal, path: string | undefined, flags: Flags): Promise<Target> {
  const root = resolve(terminal.workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
  if (path === undefined) return { root, selection: { kind: 'all' } };
  const full = resolve(root, path);
  const inside = relative(root, full);
  if (inside === '') return { root, selection: { kind: 'all' } };
  const isElsewhere = inside.startsWith('..') || isAbsolute(inside);
  const isFolder = (await stat(full).catch(() => null))?.isDirectory() ?? false;
  if (isElsewhere && isFolder) return { root: full, selection: { kind: 'all' } };
  return { root, selection: { kind: 'paths', patterns: [path] } };
}

interface IndexPage {
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
}

const toPage = ({ branch, files }: RefreshedIndex, path: string): IndexPage => ({
  path,
  branch,
  files_indexed: files.length,
  total_tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  files: files.map(({ path: file, tokens, loc, language }) => ({ path: file, tokens, loc, language })),
});

const LARGEST = 10;
const pickLargest = (page: IndexPage): IndexPage['files'] =>
  page.files.toSorted((a, b) => b.tokens - a.tokens).slice(0, LARGEST);

function formatTerminal(page: IndexPage, palette: Palette): string {
  const branch = page.branch === null ? '' : ` on ${toName(page.branch)}`;
  const rows = pickLargest(page).map(
    ({ path, tokens, language }) =>
      `  ${padStart(String(tokens), 8)}  ${toName(path)}${palette.dim(language === null ? '' : `  ${language}`)}`,
  );
  const head = `${palette.bold(toName(page.path))}${branch}: ${page.files_indexed} files, ${page.total_tokens} tokens`;
  return `${[head, ...(rows.length === 0 ? [] : ['', palette.dim('    tokens  largest files'), ...rows])].join('\n')}\n`;
}

function formatMarkdown(page: IndexPage): string {
  const rows = pickLargest(page).map(({ path, tokens, loc, language }) => [
    toCode(path),
    String(tokens),
    String(loc),
    language ?? '',
  ]);
  const branch = page.branch === null ? '' : `, branch ${toCode(page.branch)}`;
  const head = `# Index of ${toCode(page.path)}\n\n${page.files_indexed} files, ${page.total_tokens} tokens${branch}.\n`;
  return rows.length === 0
    ? head
    : `${head}\n${toTable(['largest files', 'tokens', 'loc', 'language'], 'lrrl', rows).join('\n')}\n`;
}

export async function runIndexCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const { root, selection } = await findTarget(terminal, positional[0], flags);
  const settings = await loadCliSettings(terminal, { ...flags, C: root }, selection);
  await using _repository = settings.repository;
  using index = await refreshIndex(terminal, settings, selection);
  const path =
    selection.kind === 'paths' ? resolve(settings.repository.root, positional[0] ?? '.') : settings.repository.root;
  const page = toPage(index, path);
  const format = chooseFormat(settings.config.format, terminal);
  if (format === 'json') terminal.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
  else
    terminal.stdout.write(
      format === 'terminal' ? formatTerminal(page, createPalette(wantsColor(terminal, flags))) : formatMarkdown(page),
    );
  return index.exit;
}
