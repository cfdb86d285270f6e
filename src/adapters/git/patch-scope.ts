/** A change given as a patch: its hunks say what changed, the folder on disk has the new text. */
import { ReviewError } from '../../errors.ts';
import type { LineRange } from '../../protocol/finding.ts';
import { createDiskIdentity } from '../disk-identity.ts';
import { comparePaths, relativize } from '../files/contained-path.ts';
import type { Folder } from '../files/folder.ts';
import { createStableReader, type StableReader } from '../files/stable-reader.ts';
import { countDeleted, type Found, type Inspection, type Scope } from '../scope.ts';
import { joinRanges, splitLines } from './line-diff.ts';
import { type PatchFile, type PatchHunk, parsePatch, unapplyPatch } from './patch.ts';

export interface PatchRequest {
  readonly text: string;
  readonly origin: string;
  readonly folder: Folder;
  /** Way from the git top level to the root, where the patch may have been made. */
  readonly prefix: string;
  readonly maxFileBytes: number;
}

/** One file of the patch; a series of patches may touch it more than once. */
interface PatchedFile {
  readonly path: string;
  readonly isAdded: boolean;
  readonly changed: readonly LineRange[];
  /** Null where the text before cannot be worked out. */
  readonly hunks: readonly PatchHunk[] | null;
}

const isOutside = (folder: Folder, path: string): boolean =>
  (relativize(folder.root, path) ?? '') === '' || path.includes('\0');

async function exists(folder: Folder, path: string): Promise<boolean> {
  if (isOutside(folder, path)) return true;
  return (await folder.readBytes(path, 0)).kind !== 'missing';
}

/** Path relative to the root; null for a file of the larger work tree that lies elsewhere. */
async function placePath(request: PatchRequest, path: string): Promise<string | null> {
  const { folder, prefix } = request;
  if (prefix === '' || (await exists(folder, path))) return path;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

function mergeFile(before: PatchedFile | undefined, path: string, file: PatchFile): PatchedFile {
  if (before === undefined) return { path, isAdded: file.oldPath === null, changed: file.changed, hunks: file.hunks };
  const changed = joinRanges([...before.changed, ...file.changed].sort((a, b) => a.start - b.start));
  return { path, isAdded: before.isAdded, changed, hunks: null };
}

/** The hunks of a patch made elsewhere may name lines that the file does not have. */
const clampRanges = (ranges: readonly LineRange[], lines: number): readonly LineRange[] =>
  ranges.filter(({ start }) => start <= lines).map(({ start, end }) => ({ start, end: Math.min(end, lines) }));

async function inspect(reader: StableReader, file: PatchedFile): Promise<Inspection> {
  if (file.isAdded) return null;
  const outcome = await reader.read(file.path);
  return outcome.kind === 'text' ? clampRanges(file.changed, splitLines(outcome.text).length) : null;
}

async function findFile(request: PatchRequest, reader: StableReader, file: PatchedFile): Promise<Found> {
  const { path } = file;
  if (isOutside(request.folder, path)) return { path, reason: 'outside-root', inspect: async () => null };
  const bytes = await request.folder.readBytes(path, request.maxFileBytes);
  const reason =
    bytes.kind === 'missing'
      ? 'unreadable'
      : bytes.kind === 'unusable' && bytes.reason !== 'too-large'
        ? bytes.reason
        : null;
  return { path, reason, inspect: () => inspect(reader, file) };
}

export async function createPatchScope(request: PatchRequest): Promise<Scope> {
  const parsed = parsePatch(request.text);
  if (parsed.kind === 'invalid') {
    throw new ReviewError('bad-patch', `${request.origin}, line ${parsed.line}: ${parsed.reason}`);
  }
  const { folder, maxFileBytes } = request;
  const files = new Map<string, PatchedFile>();
  let deleted = 0;
  let elsewhere = 0;
  for (const file of parsed.files) {
    const path = file.newPath === null ? null : await placePath(request, file.newPath);
    if (path !== null) files.set(path, mergeFile(files.get(path), path, file));
    else if (file.newPath === null) deleted += 1;
    else elsewhere += 1;
  }
  const reader = createStableReader((path) => folder.readBytes(path, maxFileBytes));
  const sorted = [...files.values()].sort((a, b) => comparePaths(a.path, b.path));

  async function* find(): AsyncGenerator<Found> {
    for (const file of sorted) yield await findFile(request, reader, file);
  }

  return {
    selection: `patch ${request.origin}`,
    isChange: true,
    warnings: [
      ...countDeleted(deleted),
      ...(elsewhere === 0 ? [] : [`${elsewhere} files of the patch lie outside the root and were left out`]),
    ],
    find,
    read: (path) => reader.read(path),
    async readBase(path) {
      const outcome = await reader.read(path);
      const file = files.get(path);
      if (outcome.kind !== 'text' || file?.isAdded) return null;
      if (file === undefined) return outcome.text;
      return file.hunks === null ? null : unapplyPatch(outcome.text, file.hunks);
    },
    paths: () => folder.paths(),
    identity: createDiskIdentity(folder.root, maxFileBytes),
  };
}
