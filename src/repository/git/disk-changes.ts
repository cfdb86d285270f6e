/**
 * Makes the scope of a change whose new side is the work tree: compares every file on disk with the blob of the base by its content,
 * in process. The index of git is not believed about what is unchanged, and no filter or diff driver runs; a file that was compared in
 * an earlier run is not opened again while the disk says the same of it. Called by git-scopes.ts.
 */
import { createHash } from 'node:crypto';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from '../../ports/file-facts.ts';
import { isSourcePath } from '../../protocol/source/language.ts';
import { createDiskIdentity, rememberIdentity } from '../disk-identity.ts';
import { type BytesOutcome, hashContained } from '../files/contained-read.ts';
import { decodeText } from '../files/decode-text.ts';
import type { Folder } from '../files/folder.ts';
import { createStableReader, type StableReader } from '../files/stable-reader.ts';
import type { WalkedEntry } from '../files/walk.ts';
import { countDeleted, type Found, type Inspection, type Scope } from '../scope.ts';
import { walkChange, warnOfHidden } from './hidden-source.ts';
import { findChangedLines } from './line-diff.ts';
import { type GitSession, isBlob } from './session.ts';
import { LINK_MODE } from './tree-modes.ts';
import type { Change, Tree, TreeEntry } from './trees.ts';

export interface DiskChanges {
  readonly selection: string;
  readonly folder: Folder;
  readonly base: Tree;
  /** The revision whose ignore rules count; null where those of the change do. */
  readonly rulesFrom: string | null;
  /** From the base to HEAD, cut to the root: tells a moved file from a new one. */
  readonly committed: readonly Change[];
  readonly maxFileBytes: number;
  /** Blobs that files were found to hold in earlier runs. */
  readonly blobs: FileFacts | null;
}

const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/u;

const dropCarriageReturns = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** True where a blob stands for these bytes: as they are, or checked out with other line ends. */
function isBlobOf(session: GitSession, oid: string, bytes: Buffer): boolean {
  if (session.hashBlob(bytes) === oid) return true;
  return bytes.includes('\r\n') && session.hashBlob(dropCarriageReturns(bytes)) === oid;
}

/** A file kept outside git's objects is unchanged if its pointer has its hash. */
const isPointerTo = (pointer: string | null, sha256: string): boolean =>
  LFS_POINTER.exec(pointer ?? '')?.[1] === sha256;

interface Comparison {
  readonly session: GitSession;
  readonly blobs: FileFacts | null;
  readonly identity: (path: string) => string | null;
  readonly folder: Folder;
  readonly reader: StableReader;
  readonly maxFileBytes: number;
}

async function inspectLarge({ session, folder }: Comparison, path: string, base: TreeEntry): Promise<Inspection> {
  const digests = await hashContained(folder.root, path, (size) => [
    createHash(session.place.objectFormat).update(`blob ${size}\0`),
    createHash('sha256'),
  ]);
  const isSame = digests?.[0] === base.oid || isPointerTo(await session.readText(base.oid, path), digests?.[1] ?? '');
  return isSame ? 'unchanged' : null;
}

async function inspectText(comparison: Comparison, path: string, bytes: Buffer, base: TreeEntry): Promise<Inspection> {
  const { session } = comparison;
  const before = await session.readText(base.oid, path);
  if (before === null) return null;
  if (isPointerTo(before, createHash('sha256').update(bytes).digest('hex'))) return 'unchanged';
  const after = decodeText(bytes, path);
  return after.kind === 'text' ? findChangedLines(before, after.text) : null;
}

async function inspectFile(comparison: Comparison, path: string, base: TreeEntry | undefined): Promise<Inspection> {
  if (!isBlob(base)) return null;
  const { blobs } = comparison;
  // Of the file as it is before it is read: one that changes meanwhile has another afterwards.
  const identity = blobs === null ? null : comparison.identity(path);
  if (identity !== null && blobs?.find(path, identity) === base.oid) return 'unchanged';
  const outcome: BytesOutcome = await comparison.folder.readBytes(path, comparison.maxFileBytes);
  // A name that is no UTF-8 is not found again: whether the file changed nobody can tell.
  if (outcome.kind === 'missing') return path.includes('\ufffd') ? null : 'unchanged';
  if (outcome.kind === 'unusable') return inspectLarge(comparison, path, base);
  if (isBlobOf(comparison.session, base.oid, outcome.bytes)) {
    if (identity !== null) blobs?.keep(path, identity, base.oid);
    return 'unchanged';
  }
  comparison.reader.prime(path, outcome);
  return inspectText(comparison, path, outcome.bytes, base);
}

/** A link on disk is unchanged if the base has the same link. */
async function inspectLink(
  { session, folder }: Comparison,
  path: string,
  base: TreeEntry | undefined,
): Promise<Inspection> {
  if (base?.mode !== LINK_MODE) return null;
  const target = await readlink(join(folder.root, path), { encoding: 'buffer' }).catch(() => null);
  return target !== null && session.hashBlob(target) === base.oid ? 'unchanged' : null;
}

/** A folder that stands for all beneath it changed if the index differs from the base there, or knows nothing of it. */
function inspectFolder(path: string, base: Tree, index: Tree): Inspection {
  const isBeneath = (each: string): boolean => each.startsWith(path) || `${each}/` === path;
  const before = [...base].filter(([each]) => isBeneath(each));
  const after = [...index].filter(([each]) => isBeneath(each));
  const isSame = before.length === after.length && before.every(([each, { oid }]) => index.get(each)?.oid === oid);
  return isSame && before.length > 0 ? 'unchanged' : null;
}

/** Source files beneath a folder that is not entered, as far as git knows of them. */
function countChangedSource(folder: string, base: Tree, index: Tree): number {
  let changed = 0;
  for (const [path, { oid }] of index) {
    if (path.startsWith(folder) && base.get(path)?.oid !== oid && isSourcePath(path)) changed += 1;
  }
  return changed;
}

const isMove = ({ path, basePath }: Change): boolean => path !== basePath;

/** Files of the base that are not on disk, moved ones included. */
function listMissing(walked: readonly WalkedEntry[], { base }: DiskChanges, index: Tree): readonly string[] {
  const present = new Set(walked.map(({ path }) => path));
  const folders = walked.map(({ path }) => path).filter((path) => path.endsWith('/'));
  const isAway = (path: string): boolean =>
    !present.has(path) && !index.get(path)?.isAbsent && !folders.some((folder) => `${path}/`.startsWith(folder));
  return [...base.keys()].filter(isAway);
}

export interface DiskScope extends Scope {
  readonly deleted: number;
}

export async function createDiskScope(session: GitSession, request: DiskChanges): Promise<DiskScope> {
  const { folder, base, committed, maxFileBytes, blobs } = request;
  const index = await session.index();
  const { walked, hidden } = await walkChange(session, folder, request.rulesFrom);
  const reader = createStableReader((path) => folder.readBytes(path, maxFileBytes));
  const moves = new Map(committed.filter(isMove).map(({ path, basePath }) => [path, basePath]));
  const identity = rememberIdentity(createDiskIdentity(folder.root, maxFileBytes));
  const comparison: Comparison = { session, folder, reader, maxFileBytes, blobs, identity };
  const baseOf = (path: string): TreeEntry | undefined => base.get(path) ?? base.get(moves.get(path) ?? path);

  const inspect = async ({ path, reason }: WalkedEntry): Promise<Inspection> => {
    if (reason === null) {
      const changed = await inspectFile(comparison, path, baseOf(path));
      // A file that only moved is part of the change, though none of its lines is.
      return changed === 'unchanged' && !base.has(path) ? [] : changed;
    }
    return path.endsWith('/') ? inspectFolder(path, base, index) : inspectLink(comparison, path, base.get(path));
  };

  async function* find(): AsyncGenerator<readonly Found[]> {
    yield walked.map((entry) => {
      const { path, reason } = entry;
      const sourceFiles = reason !== null && path.endsWith('/') ? countChangedSource(path, base, index) : 0;
      return { ...entry, ...(reason === null ? {} : { sourceFiles }), inspect: () => inspect(entry) };
    });
  }

  const removed = listMissing(walked, request, index);
  const moved = new Set(moves.values());
  const deleted = removed.filter((path) => !moved.has(path)).length;
  return {
    selection: request.selection,
    isChange: true,
    deleted,
    warnings: [...warnOfHidden(hidden), ...countDeleted(deleted)],
    removed,
    find,
    read: (path) => reader.read(path),
    async readBase(path) {
      const entry = baseOf(path);
      return isBlob(entry) ? session.readText(entry.oid, path) : null;
    },
    paths: async () => new Set([...(await folder.paths()), ...hidden]),
    identity,
  };
}
