/**
 * Reads one regular file beneath a folder, and nothing else: no link is followed, no pipe or device is opened, and
 * the file that was opened must really lie in the folder. What cannot be read is a reason, never an exception.
 */
import type { Hash } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IgnoreReason } from '../../protocol/report-document.ts';
import { isContained } from './contained-path.ts';
import { isBinary, SNIFF_BYTES } from './decode-text.ts';

type Refusal = { readonly kind: 'missing' } | { readonly kind: 'unusable'; readonly reason: IgnoreReason };

export type BytesOutcome = { readonly kind: 'bytes'; readonly bytes: Buffer } | Refusal;

const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const refuse = (reason: IgnoreReason): Refusal => ({ kind: 'unusable', reason });

const hasDescriptorLinks = lstatSync('/proc/self/fd', { throwIfNoEntry: false }) !== undefined;

/** Where the opened file really is: by its descriptor on Linux, elsewhere by the folder it was opened in. */
async function locateOpened(handle: FileHandle, path: string): Promise<string> {
  if (hasDescriptorLinks) return readlink(`/proc/self/fd/${handle.fd}`);
  return join(await realpath(dirname(path)), path.slice(dirname(path).length + 1));
}

async function readStart(handle: FileHandle): Promise<Buffer> {
  const start = Buffer.alloc(SNIFF_BYTES);
  const { bytesRead } = await handle.read(start, 0, SNIFF_BYTES, 0);
  return start.subarray(0, bytesRead);
}

/** At most `maxBytes`, even if the file grows while it is read. */
async function readUpTo(handle: FileHandle, size: number, maxBytes: number): Promise<Buffer | null> {
  const buffer = Buffer.alloc(Math.min(size, maxBytes) + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) return buffer.subarray(0, filled);
    filled += bytesRead;
  }
  return null;
}

type Use<T> = (handle: FileHandle, size: number) => Promise<T>;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Opens a file only if it is a regular one that really lies in the folder. */
async function withContained<T>(folder: string, path: string, use: Use<T>): Promise<T | Refusal> {
  const full = join(folder, path);
  if (path.includes('\0') || !isContained(folder, full)) return refuse('outside-root');
  try {
    const found = await lstat(full);
    if (found.isSymbolicLink()) return refuse(await judgeLink(folder, path));
    if (!found.isFile()) return refuse('unreadable');
    await using handle = await open(full, OPEN_FLAGS);
    const stats = await handle.stat();
    if (!stats.isFile()) return refuse('unreadable');
    if (!isContained(folder, await locateOpened(handle, full))) return refuse('outside-root');
    return await use(handle, stats.size);
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : refuse('unreadable');
  }
}

/** `folder` is a real path; `path` is relative to it. */
export const readContained = (folder: string, path: string, maxBytes: number): Promise<BytesOutcome> =>
  withContained(folder, path, async (handle, size): Promise<BytesOutcome> => {
    if (size > maxBytes) return refuse(isBinary(await readStart(handle)) ? 'binary' : 'too-large');
    const bytes = await readUpTo(handle, size, maxBytes);
    return bytes === null ? refuse('unreadable') : { kind: 'bytes', bytes };
  });

/** Digests of a file of any size, without holding it; null where it cannot be read. */
export async function hashContained(folder: string, path: string, begin: (size: number) => readonly Hash[]) {
  const outcome = await withContained(folder, path, async (handle, size) => {
    const hashes = begin(size);
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      for (const hash of hashes) hash.update(chunk as Buffer);
    }
    return { kind: 'hashed' as const, digests: hashes.map((hash) => hash.digest('hex')) };
  });
  return outcome.kind === 'hashed' ? outcome.digests : null;
}

/** Why a symbolic link is not reviewed: its target is reviewed under its own name, lies outside, or is not there. */
export async function judgeLink(folder: string, path: string): Promise<IgnoreReason> {
  try {
    return isContained(folder, await realpath(join(folder, path))) ? 'ignored' : 'outside-root';
  } catch {
    return 'unreadable';
  }
}

/** A small text file of the repository's own rules (ignore files, refs); null where there is none to be had. */
export async function readSmallText(folder: string, path: string, maxBytes = 1_000_000): Promise<string | null> {
  const outcome = await readContained(folder, path, maxBytes);
  return outcome.kind === 'bytes' ? outcome.bytes.toString('utf8') : null;
}
