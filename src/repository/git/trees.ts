/**
 * Lists trees and differences of two trees, parsed from the NUL-separated forms that git prints. They may have hundreds of
 * thousands of rows, so parsing pauses. Called by session.ts and git-scopes.ts.
 */
import { createPause } from '../../ports/pause.ts';
import { type Git, readGit } from './program.ts';

export interface TreeEntry {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  readonly oid: string;
  /** In the index, but left out of the work tree by a sparse checkout. */
  readonly isAbsent?: true;
}

export type Tree = ReadonlyMap<string, TreeEntry>;

export interface Change {
  readonly path: string;
  /** Null for a deleted file. */
  readonly head: TreeEntry | null;
  /** Null for an added file. */
  readonly base: TreeEntry | null;
  readonly basePath: string;
}

/** Rows between two pauses: some milliseconds. */
const ROWS = 4096;

/** `mode type oid\tpath` of ls-tree, `tag mode oid stage\tpath` of ls-files. */
export async function parseTree(text: string): Promise<Tree> {
  const tree = new Map<string, TreeEntry>();
  const pause = createPause(ROWS);
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    const next = text.indexOf('\0', at);
    end = next < 0 ? text.length : next;
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    const match = /^(?:(\S) )?(\d{6}) (?:\w+ )?([0-9a-f]{40,64})(?: \d)?\t(.+)$/su.exec(text.slice(at, end));
    if (!match) continue;
    const [, tag, mode = '', oid = '', path = ''] = match;
    tree.set(path, tag === 'S' ? { mode, oid, isAbsent: true } : { mode, oid });
  }
  return tree;
}

const isNothing = (entry: TreeEntry): boolean => /^0+$/u.test(entry.mode);

/** `:mode mode oid oid status` followed by one path, or two for a rename or copy. */
export async function parseRawDiff(text: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  const pause = createPause(ROWS);
  const parts = text.split('\0');
  for (let i = 0; i < parts.length; i += 1) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    const match = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/u.exec(parts[i] ?? '');
    if (!match) continue;
    const [, baseMode = '', headMode = '', baseOid = '', headOid = '', status = ''] = match;
    const basePath = parts[++i] ?? '';
    const path = 'RC'.includes(status) ? (parts[++i] ?? '') : basePath;
    const base = { mode: baseMode, oid: baseOid };
    const head = { mode: headMode, oid: headOid };
    changes.push({ path, basePath, head: isNothing(head) ? null : head, base: isNothing(base) ? null : base });
  }
  return changes;
}

export const readTree = async (git: Git, revision: string): Promise<Tree> =>
  parseTree(await readGit(git, ['ls-tree', '-r', '-z', '--full-tree', revision, '--']));

const RAW_DIFF = [
  '-r',
  '-z',
  '--raw',
  '--no-abbrev',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=none',
  '-M',
  '-l2000',
];

/** What `head` changed since `base`, both commits or trees. */
export const diffTrees = async (git: Git, base: string, head: string): Promise<readonly Change[]> =>
  base === head ? [] : parseRawDiff(await readGit(git, ['diff-tree', ...RAW_DIFF, base, head]));

/** What the index changed since `base`. `--cached` keeps git away from any work tree. */
export const diffIndex = async (git: Git, base: string): Promise<readonly Change[]> =>
  parseRawDiff(await readGit(git, ['diff-index', '--cached', ...RAW_DIFF, base]));
