/**
 * Reads or hashes one regular file beneath a folder: no link is followed, no pipe or device is opened, and the file that was opened
 * must really lie in the folder. What cannot be read is a reason, never an exception. Also says why a symbolic link is not reviewed
 * (`judgeLink`). Returns promises; the reads inside are synchronous, which for files of source size costs a fraction of the time.
 * Used in files/, git/ and settings-files.ts, and by wiring/write-host-files.ts and cli/commands/signal-loop-command.ts.
 */
import type { Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { IgnoreReason } from '../../protocol/report/report-document.ts';
import { detectLanguage, isSourcePath } from '../../protocol/source/language.ts';
import { isContained, isMisleading } from './contained-path.ts';
import { isBinary, SNIFF_BYTES } from './decode-text.ts';

type Refusal = { readonly kind: 'missing' } | { readonly kind: 'unusable'; readonly reason: IgnoreReason };

export type BytesOutcome = { readonly kind: 'bytes'; readonly bytes: Buffer } | Refusal;

const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const refuse = (reason: IgnoreReason): Refusal => ({ kind: 'unusable', reason });

/** Where the opened file really is: by its descriptor on Linux, elsewhere by the folder it was opened in. */
function locateOpened(descriptor: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

/** Fills the buffer from the start of the file; a file that ends before leaves less. */
function fill(descriptor: number, buffer: Buffer): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const bytesRead = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** No more than it has, even if the file grows while it is read; null where it does. */
function readWhole(descriptor: number, size: number): Buffer | null {
  const buffer = Buffer.allocUnsafeSlow(size + 1);
  const bytes = fill(descriptor, buffer);
  return bytes.length === buffer.length ? null : bytes;
}

type Use<T> = (descriptor: number, size: number) => T;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Uses an opened file only if it is a regular one that really lies in the folder. */
function useOpened<T>(folder: string, full: string, use: Use<T>): T | Refusal {
  const descriptor = openSync(full, OPEN_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return refuse('unreadable');
    if (!isContained(folder, locateOpened(descriptor, full))) return refuse('outside-root');
    return use(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a file only if it is a regular one that really lies in the folder. */
async function withContained<T>(folder: string, path: string, use: Use<T>): Promise<T | Refusal> {
  const full = join(folder, path);
  if (isMisleading(path) || !isContained(folder, full)) return refuse('outside-root');
  try {
    const found = lstatSync(full, { throwIfNoEntry: false });
    if (found === undefined) return { kind: 'missing' };
    if (found.isSymbolicLink()) return refuse(await judgeLink(folder, path));
    return found.isFile() ? useOpened(folder, full, use) : refuse('unreadable');
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : refuse('unreadable');
  }
}

/** `folder` is a real path; `path` is relative to it. */
export const readContained = (folder: string, path: string, maxBytes: number): Promise<BytesOutcome> =>
  withContained(folder, path, (descriptor, size): BytesOutcome => {
    if (size > maxBytes) {
      return refuse(isBinary(fill(descriptor, Buffer.alloc(SNIFF_BYTES)), path) ? 'binary' : 'too-large');
    }
    const bytes = readWhole(descriptor, size);
    return bytes === null ? refuse('unreadable') : { kind: 'bytes', bytes };
  });

const HASHED_AT_ONCE = 1 << 20;

/** Digests of a file of any size, without holding it; null where it cannot be read. */
export async function hashContained(folder: string, path: string, begin: (size: number) => readonly Hash[]) {
  const outcome = await withContained(folder, path, (descriptor, size) => {
    const hashes = begin(size);
    const buffer = Buffer.allocUnsafeSlow(Math.min(size + 1, HASHED_AT_ONCE));
    for (let bytesRead = readSync(descriptor, buffer); bytesRead > 0; bytesRead = readSync(descriptor, buffer)) {
      for (const hash of hashes) hash.update(buffer.subarray(0, bytesRead));
    }
    return { kind: 'hashed' as const, digests: hashes.map((hash) => hash.digest('hex')) };
  });
  return outcome.kind === 'hashed' ? outcome.digests : null;
}

/** Code whose own name does not say so, or that git does not hold: reviewed under that name, nobody would look at it as code. */
export const isSourceRenamed = (link: string, target: string): boolean =>
  isSourcePath(link) && (detectLanguage(target) !== detectLanguage(link) || /(?:^|[\\/])\.git[\\/]/u.test(target));

/**
 * Why a symbolic link is not reviewed: its target is reviewed under its own name, lies outside, is not there, or is code under a
 * name that hides it.
 */
export async function judgeLink(folder: string, path: string): Promise<IgnoreReason> {
  try {
    const target = await realpath(join(folder, path));
    if (!isContained(folder, target)) return 'outside-root';
    return isSourceRenamed(path, relative(folder, target)) ? 'unreadable' : 'ignored';
  } catch {
    return 'unreadable';
  }
}

/** A small text file of the repository's own rules (ignore files, refs); null where there is none to be had. */
export async function readSmallText(folder: string, path: string, maxBytes = 1_000_000): Promise<string | null> {
  const outcome = await readContained(folder, path, maxBytes);
  return outcome.kind === 'bytes' ? outcome.bytes.toString('utf8') : null;
}
