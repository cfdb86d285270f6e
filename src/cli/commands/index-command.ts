/**
 * Runs `index [PATH]`: measures and indexes the files of a folder for search, and prints files, tokens and what was ignored, as JSON
 * or as a page (index-page.ts) (CONTEXT-01). Called by run-command.ts.
 */
import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Selection } from '../../ports/repository.ts';
import { writeJson } from '../../report/json-writer.ts';
import type { Flags } from '../command-declaration.ts';
import type { IndexPage } from '../index-page.ts';
import { loadCliSettings } from '../load-settings.ts';
import { type RefreshedIndex, refreshIndex } from '../refresh-index.ts';
import type { Terminal } from '../streams.ts';

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

const toPage = ({ branch, files, ignored }: RefreshedIndex, path: string): IndexPage => ({
  path,
  branch,
  files_indexed: files.length,
  total_tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  files: files.map(({ path: file, tokens, loc, language }) => ({ path: file, tokens, loc, language })),
  ignored: ignored.map(({ path: file, reason }) => ({ path: file, reason })),
});

export async function runIndexCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const { root, selection } = await findTarget(terminal, positional[0], flags);
  const settings = await loadCliSettings(terminal, { ...flags, C: root }, selection);
  await using _repository = settings.repository;
  using index = await refreshIndex(terminal, settings, selection, flags);
  const path =
    selection.kind === 'paths' ? resolve(settings.repository.root, positional[0] ?? '.') : settings.repository.root;
  const page = toPage(index, path);
  const { format } = settings.config;
  terminal.stdout.write(
    format === 'json'
      ? writeJson(page)
      : await (await import('../index-page.ts')).renderIndexPage(page, format, terminal, flags),
  );
  return index.exit;
}
