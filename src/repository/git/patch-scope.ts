/**
 * Makes the scope of a change given as a patch: its hunks say what changed. Where the folder on disk does not have the new text, the
 * patch is applied in memory; a file that fits neither before nor after it is not reviewed, with a warning. Called by repository.ts.
 */

import { ReviewError } from '../../errors.ts';
import type { ReadOutcome } from '../../ports/repository.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { createDiskIdentity } from '../disk-identity.ts';
import { relativize } from '../files/contained-path.ts';
import { decodeText, isNamedText } from '../files/decode-text.ts';
import type { Folder } from '../files/folder.ts';
import { createStableReader, type StableReader } from '../files/stable-reader.ts';
import { countDeleted, type Found, type Inspection, type Scope } from '../scope.ts';
import { splitLines } from './line-diff.ts';
import { applyPatch, type PatchFile, type PatchHunk, parsePatch, unapplyPatch } from './patch.ts';

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
  /** The patch says that the file changed, but not how. */
  readonly isBinary: boolean;
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

/** Where a file lay that the patch deletes, or has moved away; a patch does not tell a move that is still to be made from a copy. */
async function placeRemoved(request: PatchRequest, { oldPath, newPath }: PatchFile): Promise<string | null> {
  if (oldPath === null || oldPath === newPath) return null;
  const { folder, prefix } = request;
  if (newPath !== null) return (await exists(folder, oldPath)) ? null : oldPath;
  const isBelow = prefix !== '' && oldPath.startsWith(prefix) && !(await exists(folder, oldPath));
  return isBelow ? oldPath.slice(prefix.length) : oldPath;
}

function mergeFile(before: PatchedFile | undefined, path: string, file: PatchFile): PatchedFile {
  const isAdded = file.oldPath === null;
  if (before === undefined) return { path, isAdded, isBinary: file.isBinary, changed: file.changed, hunks: file.hunks };
  const changed = mergeRanges([...before.changed, ...file.changed]);
  return { path, isAdded: before.isAdded, isBinary: before.isBinary || file.isBinary, changed, hunks: null };
}

/** The hunks of a patch made elsewhere may name lines that the file does not have. */
const clampRanges = (ranges: readonly LineRange[], lines: number): readonly LineRange[] =>
  ranges.filter(({ start }) => start <= lines).map(({ start, end }) => ({ start, end: Math.min(end, lines) }));

/** What a file of the patch is after it: as on disk, worked out from it, or neither. */
interface NewText {
  readonly outcome: ReadOutcome;
  readonly state: 'on-disk' | 'applied' | 'misfit';
}

async function readNewText(reader: StableReader, file: PatchedFile): Promise<NewText> {
  const outcome = await reader.read(file.path);
  if (file.isBinary) return mayBeText(file.path, outcome) ? MISFIT : BINARY;
  const { hunks } = file;
  if (outcome.kind === 'text') {
    if (hunks === null || unapplyPatch(outcome.text, hunks) !== null) return { outcome, state: 'on-disk' };
    const text = applyPatch(outcome.text, hunks);
    return text === null ? MISFIT : { outcome: toOutcome(text, file.path), state: 'applied' };
  }
  if (!file.isAdded || hunks === null || outcome.reason !== 'unreadable') return { outcome, state: 'on-disk' };
  return { outcome: toOutcome(hunks.flatMap((hunk) => hunk.newLines).join('\n'), file.path), state: 'applied' };
}

/** A patch says what it likes: text on disk, the name of a language, or of a script nobody has yet, is not taken for binary. */
function mayBeText(path: string, outcome: ReadOutcome): boolean {
  if (isNamedText(path) || outcome.kind === 'text') return true;
  return outcome.reason !== 'binary' && !path.slice(path.lastIndexOf('/') + 1).includes('.');
}

/** Never read: a name that leads outside the root. */
const OUTSIDE: NewText = { outcome: { kind: 'unusable', reason: 'outside-root' }, state: 'on-disk' };
const MISFIT: NewText = { outcome: { kind: 'unusable', reason: 'unreadable' }, state: 'misfit' };
const BINARY: NewText = { outcome: { kind: 'unusable', reason: 'binary' }, state: 'on-disk' };
const toOutcome = (text: string, path: string): ReadOutcome => decodeText(Buffer.from(text), path);

function findFile(folder: Folder, file: PatchedFile, { outcome }: NewText): Found {
  const { path } = file;
  if (isOutside(folder, path)) return { path, reason: 'outside-root', inspect: async () => null };
  const reason = outcome.kind === 'unusable' && outcome.reason !== 'too-large' ? outcome.reason : null;
  const changed: Inspection =
    file.isAdded || outcome.kind !== 'text' ? null : clampRanges(file.changed, splitLines(outcome.text).length);
  return { path, reason, inspect: async () => changed };
}

const listNames = (files: readonly PatchedFile[]): string => files.map(({ path }) => path).join(', ');

function warnOfState(texts: ReadonlyMap<PatchedFile, NewText>): readonly string[] {
  const inState = (state: NewText['state']): readonly PatchedFile[] =>
    [...texts].filter(([, text]) => text.state === state).map(([file]) => file);
  const [applied, misfits] = [inState('applied'), inState('misfit')];
  return [
    ...(applied.length === 0
      ? []
      : [
          `the patch is not applied in this folder; these files were reviewed as the patch changes them: ${listNames(applied)}`,
        ]),
    ...(misfits.length === 0
      ? []
      : [`⚠️ the patch does not apply to these files, which were not reviewed: ${listNames(misfits)}`]),
  ];
}

interface PlacedFiles {
  readonly files: ReadonlyMap<string, PatchedFile>;
  /** Texts before the patch of files that are gone after it. */
  readonly gone: ReadonlyMap<string, string>;
  readonly deleted: number;
  readonly elsewhere: number;
}

async function placeFiles(request: PatchRequest, parsed: readonly PatchFile[]): Promise<PlacedFiles> {
  const files = new Map<string, PatchedFile>();
  const gone = new Map<string, string>();
  let deleted = 0;
  let elsewhere = 0;
  for (const file of parsed) {
    const path = file.newPath === null ? null : await placePath(request, file.newPath);
    if (path !== null) files.set(path, mergeFile(files.get(path), path, file));
    else if (file.newPath === null) deleted += 1;
    else elsewhere += 1;
    const before = file.oldPath === null ? null : await placeRemoved(request, file);
    if (before !== null) gone.set(before, (file.hunks ?? []).flatMap(({ oldLines }) => oldLines).join('\n'));
  }
  for (const path of files.keys()) gone.delete(path);
  return { files, gone, deleted, elsewhere };
}

export async function createPatchScope(request: PatchRequest): Promise<Scope> {
  const parsed = parsePatch(request.text);
  if (parsed.kind === 'invalid') {
    throw new ReviewError('bad-patch', `${request.origin}, line ${parsed.line}: ${parsed.reason}`);
  }
  const { folder, maxFileBytes } = request;
  const { files, gone, deleted, elsewhere } = await placeFiles(request, parsed.files);
  const reader = createStableReader((path) => folder.readBytes(path, maxFileBytes));
  const sorted = [...files.values()].sort((a, b) => compareText(a.path, b.path));

  const identityOnDisk = createDiskIdentity(folder.root, maxFileBytes);
  const texts = new Map<PatchedFile, NewText>();
  for (const file of sorted) {
    texts.set(file, isOutside(folder, file.path) ? OUTSIDE : await readNewText(reader, file));
  }
  const byPath = new Map([...texts].map(([file, text]) => [file.path, text.outcome]));
  const read = async (path: string): Promise<ReadOutcome> =>
    gone.has(path) ? { kind: 'unusable', reason: 'unreadable' } : (byPath.get(path) ?? reader.read(path));

  async function* find(): AsyncGenerator<readonly Found[]> {
    for (const [file, text] of texts) yield [findFile(folder, file, text)];
  }

  return {
    selection: `patch ${request.origin}`,
    isChange: true,
    warnings: [
      ...countDeleted(deleted),
      ...warnOfState(texts),
      ...(elsewhere === 0 ? [] : [`${elsewhere} files of the patch lie outside the root and were left out`]),
    ],
    removed: [...gone.keys()],
    find,
    read,
    async readBase(path) {
      const before = gone.get(path);
      if (before !== undefined) return before;
      const outcome = await read(path);
      const file = files.get(path);
      if (outcome.kind !== 'text' || file?.isAdded) return null;
      if (file === undefined) return outcome.text;
      return file.hunks === null ? null : unapplyPatch(outcome.text, file.hunks);
    },
    paths: async () => {
      const paths = await folder.paths();
      return gone.size === 0 ? paths : new Set([...paths].filter((path) => !gone.has(path)));
    },
    identity: (path) => (byPath.has(path) ? null : identityOnDisk(path)),
  };
}
