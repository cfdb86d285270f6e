/**
 * Opens the reviewed folder on disk: walks it under git's ignore rules, reads its files under the size limit, and lists all its paths.
 * What git tracks stays in even if an ignore rule names it. Created by repository.ts; used by named-paths.ts and git/.
 */
import type { GitPlace } from '../git/locate.ts';
import { SUBMODULE_MODE } from '../git/tree-modes.ts';
import type { Tree } from '../git/trees.ts';
import { foldersAbove } from './contained-path.ts';
import { type BytesOutcome, readContained, readSmallText } from './contained-read.ts';
import {
  addRules,
  enterFolder,
  type IgnoreLayers,
  isGitIgnored,
  NO_IGNORE,
  type ReadRules,
  readRulesIn,
} from './git-ignore.ts';
import { type TrackedPaths, trackPaths, type WalkedEntry, walkFiles } from './walk.ts';

/** A lock file is generated and yet read for its versions, which often takes more than a source file may have. */
const LOCK_FILE =
  /(?:^|[-.])lock(?:\.json|\.ya?ml|\.hcl|file)?$|(?:^|\/)(?:go\.sum|npm-shrinkwrap\.json|package\.resolved)$/iu;
const MAX_LOCK_BYTES = 32_000_000;

export const limitFor = (path: string, maxFileBytes: number): number =>
  LOCK_FILE.test(path) ? Math.max(maxFileBytes, MAX_LOCK_BYTES) : maxFileBytes;

export interface Folder {
  readonly root: string;
  /** In batches. The texts of `.gitignore` files are read from disk unless `readRules` knows others. */
  walk(from: string, readRules?: ReadRules): AsyncIterable<readonly WalkedEntry[]>;
  readonly readRules: ReadRules;
  readBytes(path: string, maxFileBytes: number): Promise<BytesOutcome>;
  /** Every file there is, tracked files of vendored folders included; links too. Opens none. */
  paths(): Promise<ReadonlySet<string>>;
}

export interface FolderOptions {
  readonly root: string;
  readonly place: GitPlace | null;
  /** The index, cut to the root; null where git cannot be asked. */
  readonly index: Tree | null;
  /** Once it has fired nothing more is looked for. */
  readonly signal?: AbortSignal | undefined;
}

/** Rules of the folders above `folder`, which is relative to the base of the rules. */
async function rulesAbove(read: ReadRules, folder: string, own: IgnoreLayers): Promise<IgnoreLayers> {
  let rules = own;
  const above = folder === '' ? [] : ['', ...[...foldersAbove(folder)].toReversed()];
  for (const each of above) rules = await enterFolder(read, each, rules);
  return rules;
}

const NO_TREE: Tree = new Map();

function* pathsOf(index: Tree, isSubmodule: boolean): Generator<string> {
  for (const [path, { mode }] of index) if ((mode === SUBMODULE_MODE) === isSubmodule) yield path;
}

export function createFolder({ root, place, index, signal }: FolderOptions): Folder {
  let trackedOnce: Promise<TrackedPaths | null> | null = null;
  const listTracked = (): Promise<TrackedPaths | null> => {
    trackedOnce ??=
      index === null ? Promise.resolve(null) : trackPaths(pathsOf(index, false), [...pathsOf(index, true)]);
    return trackedOnce;
  };
  const readFromDisk = readRulesIn(place?.topLevel ?? root);
  const ignorePrefix = place?.prefix ?? '';

  async function* walk(from: string, readRules = readFromDisk): AsyncGenerator<readonly WalkedEntry[]> {
    const exclude = place === null ? null : await readSmallText(place.commonDir, 'info/exclude');
    const own = exclude === null ? NO_IGNORE : addRules(NO_IGNORE, '', exclude);
    const start = `${ignorePrefix}${from}`.replace(/\/$/u, '');
    const rules = await rulesAbove(readRules, start, own);
    // A folder that was named is walked even if a rule above would hide it.
    const ignoreRules = start !== '' && isGitIgnored(`${start}/`, rules) ? NO_IGNORE : rules;
    yield* walkFiles({
      root,
      folder: from,
      readRules,
      ignorePrefix,
      ignoreRules,
      tracked: await listTracked(),
      ...(signal ? { signal } : {}),
    });
  }

  let listed: Promise<ReadonlySet<string>> | null = null;
  const list = async (): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    const addPath = (path: string): void => {
      if (!path.endsWith('/')) found.add(path);
      else for (const file of pathsOf(index ?? NO_TREE, false)) if (file.startsWith(path)) found.add(file);
    };
    for await (const batch of walk('')) for (const { path } of batch) addPath(path);
    return found;
  };

  return {
    root,
    walk,
    readRules: readFromDisk,
    readBytes: (path, maxFileBytes) => readContained(root, path, limitFor(path, maxFileBytes)),
    paths() {
      listed ??= list();
      return listed;
    },
  };
}
