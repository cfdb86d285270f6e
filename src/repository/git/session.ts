/**
 * Opens git for one repository while it is reviewed: gives its refs, objects, trees, index and differences, each read under our own
 * git directory. Paths of trees and of the index are cut to the root. Close it to remove the directory. Opened by git-scopes.ts; used
 * by the scopes of this folder.
 */
import { createHash } from 'node:crypto';
import { decodeText } from '../files/decode-text.ts';
import { readIndex } from './index-file.ts';
import type { GitPlace } from './locate.ts';
import { createObjectReader, type ObjectReader } from './objects.ts';
import { createOwnGitDir } from './own-git-dir.ts';
import type { Git } from './program.ts';
import type { Refs } from './refs.ts';
import { type Change, readTree, type Tree, type TreeEntry } from './trees.ts';

export type TreeSource = 'index' | { readonly revision: string };

export interface GitSession {
  readonly place: GitPlace;
  readonly refs: Refs;
  readonly git: Git;
  readonly objects: ObjectReader;
  tree(revision: string): Promise<Tree>;
  /** The same, not cut to the root. */
  wholeTree(revision: string): Promise<Tree>;
  index(): Promise<Tree>;
  /** The same, not cut to the root. */
  wholeIndex(): Promise<Tree>;
  /** Text of a blob, read as a file of that name; null where it is missing, binary or larger than a text should be. */
  readText(oid: string, path: string): Promise<string | null>;
  /** Id a blob of these bytes would have. */
  hashBlob(bytes: Uint8Array): string;
  /** Ends the commands that are running; what was asked of them fails. */
  stop(): void;
  close(): Promise<void>;
}

const MAX_BASE_BYTES = 32_000_000;

function cutTree(tree: Tree, prefix: string): Tree {
  if (prefix === '') return tree;
  return new Map(
    [...tree].filter(([path]) => path.startsWith(prefix)).map(([path, entry]) => [path.slice(prefix.length), entry]),
  );
}

/** Changes beneath the root, with their paths relative to it. A file moved in from elsewhere counts as added. */
export function cutChanges(changes: readonly Change[], prefix: string): readonly Change[] {
  return changes
    .filter(({ path }) => path.startsWith(prefix))
    .map((change) => {
      const isInside = change.basePath.startsWith(prefix);
      const path = change.path.slice(prefix.length);
      return {
        ...change,
        path,
        base: isInside ? change.base : null,
        basePath: isInside ? change.basePath.slice(prefix.length) : path,
      };
    });
}

export const isBlob = (entry: TreeEntry | null | undefined): entry is TreeEntry =>
  entry?.mode.startsWith('100') ?? false;

/** `program` is the git to run, `indexFile` another index than the usual one. */
export async function openGitSession(
  place: GitPlace,
  refs: Refs,
  program: string,
  indexFile?: string,
): Promise<GitSession> {
  const own = await createOwnGitDir(place, refs, indexFile);
  const git: Git = { program, dir: own.dir, running: new Set(), mergeBases: new Map(), commits: new Map() };
  const objects = createObjectReader(git);
  let index: Promise<Tree> | null = null;
  // Settings are read one by one from both sides of a change. No more than two trees are kept: they can be large.
  const trees = new Map<string, Promise<Tree>>();
  const wholeTree = (revision: string): Promise<Tree> => {
    const kept = trees.get(revision) ?? readTree(git, revision);
    trees.delete(revision);
    trees.set(revision, kept);
    const [oldest] = trees.keys();
    if (trees.size > 2 && oldest !== undefined) trees.delete(oldest);
    return kept;
  };
  const wholeIndex = (): Promise<Tree> => {
    index ??= readIndex(git, place.objectFormat === 'sha256' ? 32 : 20);
    return index;
  };
  const stop = (): void => {
    for (const child of git.running) child.kill('SIGKILL');
  };
  return {
    place,
    refs,
    git,
    objects,
    wholeTree,
    tree: async (revision) => cutTree(await wholeTree(revision), place.prefix),
    index: async () => cutTree(await wholeIndex(), place.prefix),
    wholeIndex,
    async readText(oid, path) {
      const outcome = await objects.read(oid, MAX_BASE_BYTES, path);
      const decoded = outcome.kind === 'bytes' ? decodeText(outcome.bytes, path) : null;
      return decoded?.kind === 'text' ? decoded.text : null;
    },
    hashBlob: (bytes) =>
      createHash(place.objectFormat).update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex'),
    stop,
    async close() {
      stop();
      objects.close();
      await own.remove();
    },
  };
}
