/** Listings of trees, of the index and of what differs, parsed from the NUL-separated forms that git prints. */
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

const records = (text: string): readonly string[] => text.split('\0').filter((record) => record !== '');

/** `mode type oid\tpath` of ls-tree, `tag mode oid stage\tpath` of ls-files. */
export function parseTree(text: string): Tree {
  const tree = new Map<string, TreeEntry>();
  for (const record of records(text)) {
    const match = /^(?:(\S) )?(\d{6}) (?:\w+ )?([0-9a-f]{40,64})(?: \d)?\t(.+)$/su.exec(record);
    if (!match) continue;
    const [, tag, mode = '', oid = '', path = ''] = match;
    tree.set(path, tag === 'S' ? { mode, oid, isAbsent: true } : { mode, oid });
  }
  return tree;
}

const isNothing = (entry: TreeEntry): boolean => /^0+$/u.test(entry.mode);

/** `:mode mode oid oid status` followed by one path, or two for a rename or copy. */
export function parseRawDiff(text: string): readonly Change[] {
  const changes: Change[] = [];
  const parts = text.split('\0');
  for (let i = 0; i < parts.length; i += 1) {
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
  parseTree(await readGit(git, ['ls-tree', '-r', '-z', '--full-tree', revision]));

export const readIndex = async (git: Git): Promise<Tree> =>
  parseTree(await readGit(git, ['ls-files', '--stage', '-t', '-z']));

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
  parseRawDiff(await readGit(git, ['diff-tree', ...RAW_DIFF, base, head]));

/** What the index changed since `base`. `--cached` keeps git away from any work tree. */
export const diffIndex = async (git: Git, base: string): Promise<readonly Change[]> =>
  parseRawDiff(await readGit(git, ['diff-index', '--cached', ...RAW_DIFF, base]));
