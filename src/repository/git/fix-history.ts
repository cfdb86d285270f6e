/**
 * Lists changes of a repository's own history that a later commit had to fix: the lines that a fix replaced are looked up with `git
 * blame`, and the commit that wrote them is a change with a known problem there. It tells where people had to repair something, not
 * everything that was wrong. Called by repository.ts for `evaluate`.
 */

import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { isSourcePath } from '../../protocol/source/language.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { type Git, readGit, runGit } from './program.ts';

export interface FixedPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Subject of the commit that mended it. */
  readonly fix: string;
}

export interface FixedChange {
  readonly commit: string;
  readonly places: readonly FixedPlace[];
}

const FIX = /^fix\b|\b(?:fix(?:e[sd])?|bug|hotfix|regression|crash)\b/iu;
/** Fixes that are looked into; further back the code is another. */
const MAX_COMMITS = 5000;
/** A fix of more places mends no single problem; a change of more files is no change to review. */
const MAX_HUNKS = 12;
const MAX_FILES = 40;

interface OldLines {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Lines of the old text that a diff without context replaced or removed. */
export const readOldLines = (diff: string): readonly OldLines[] =>
  diff.split(/^(?=diff --git )/mu).flatMap((file) => {
    // Behind the first hunk `--- ` is a removed line that begins with two dashes, as a comment of SQL or Lua does.
    const [head = ''] = file.split(/^@@ /mu, 1);
    const path = /^--- a\/(.+)$/mu.exec(head)?.[1];
    if (path === undefined) return [];
    return [...file.matchAll(/^@@ -(\d+)(?:,(\d+))? \+/gmu)].flatMap(([, first = '', lines = '1']) => {
      const [start, count] = [Number(first), Number(lines)];
      return count > 0 ? [{ path, start, end: start + count - 1 }] : [];
    });
  });

/** Which commit wrote each line, and where it stood there. */
export function readBlame(
  porcelain: string,
): readonly { readonly commit: string; readonly line: number; readonly path: string }[] {
  const paths = new Map<string, string>();
  const lines: { commit: string; line: number }[] = [];
  let commit = '';
  for (const text of porcelain.split('\n')) {
    const head = /^([0-9a-f]{40,64}) (\d+) \d+/u.exec(text);
    if (head !== null) {
      commit = head[1] ?? '';
      lines.push({ commit, line: Number(head[2]) });
    } else if (text.startsWith('filename ')) paths.set(commit, text.slice(9));
  }
  return lines.flatMap((each) => {
    const path = paths.get(each.commit);
    return path === undefined ? [] : [{ ...each, path }];
  });
}

const isReviewed = (path: string): boolean => isSourcePath(path) && !isTestPath(path);

async function blameFix(git: Git, parent: string, commit: string): Promise<ReturnType<typeof readBlame>> {
  const diff = await readGit(git, [
    'diff',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--no-renames',
    parent,
    commit,
    '--',
  ]);
  const old = readOldLines(diff).filter(({ path }) => isReviewed(path));
  if (old.length === 0 || old.length > MAX_HUNKS) return [];
  const blamed = [];
  for (const { path, start, end } of old) {
    const { exitCode, stdout } = await runGit(git, [
      'blame',
      '--porcelain',
      '-w',
      '-L',
      `${start},${end}`,
      parent,
      '--',
      path,
    ]);
    if (exitCode === 0) blamed.push(...readBlame(stdout.toString('utf8')));
  }
  return blamed;
}

async function isSmall(git: Git, commit: string): Promise<boolean> {
  const names = await readGit(git, ['diff-tree', '--no-commit-id', '--name-only', '-r', commit]);
  const files = names.split('\n').filter((name) => name !== '').length;
  return files > 0 && files <= MAX_FILES;
}

/** Lines beside each other are one place. */
function joinLines(
  lines: readonly { readonly path: string; readonly line: number; readonly fix: string }[],
): readonly FixedPlace[] {
  const places: { path: string; start: number; end: number; fix: string }[] = [];
  for (const { path, line, fix } of lines.toSorted((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line,
  )) {
    const last = places.at(-1);
    if (last?.path === path && line <= last.end + 1) last.end = Math.max(last.end, line);
    else places.push({ path, start: line, end: line, fix });
  }
  return places;
}

interface FixCommit {
  readonly commit: string;
  readonly parent: string;
  readonly subject: string;
}

/** Commits with one parent whose subject says that they fix something, the newest first. */
async function listFixes(git: Git, head: string): Promise<readonly FixCommit[]> {
  const format = '--format=%H%x09%P%x09%s';
  const log = await readGit(git, ['log', '--no-merges', format, '-n', String(MAX_COMMITS), head, '--']);
  return log
    .split('\n')
    .map((row) => row.split('\t'))
    .map(([commit = '', parent = '', ...subject]) => ({ commit, parent, subject: subject.join(' ') }))
    .filter(({ parent, subject }) => /^[0-9a-f]+$/u.test(parent) && FIX.test(subject));
}

/** The newest changes with a fix behind them, `most` of them; `prefix` is the reviewed folder within the repository. */
export async function listFixedChanges(
  git: Git,
  head: string,
  { most, prefix }: { readonly most: number; readonly prefix: string },
): Promise<readonly FixedChange[]> {
  const found = new Map<string, { path: string; line: number; fix: string }[]>();
  const sizes = new Map<string, Promise<boolean>>();
  const isWanted = async (origin: string, path: string): Promise<boolean> =>
    path.startsWith(prefix) &&
    (found.has(origin) || found.size < most) &&
    getOrAdd(sizes, origin, () => isSmall(git, origin));
  for (const { commit, parent, subject } of await listFixes(git, head)) {
    for (const { commit: origin, line, path } of await blameFix(git, parent, commit))
      if (await isWanted(origin, path))
        getOrAdd(found, origin, () => []).push({ path: path.slice(prefix.length), line, fix: subject });
    if (found.size >= most) break;
  }
  return [...found].map(([commit, lines]) => ({ commit, places: joinLines(lines) }));
}
