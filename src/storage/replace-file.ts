/**
 * Writes a text file as a whole: beside the old one and then in its place, so that a reader sees the old one, none, or the new one.
 * What is no plain file (a device, a pipe), or lies where nothing can be put beside it, is written to directly. Called by
 * cli/outputs.ts, wiring/suppressions.ts and others.
 */
import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code);

/** Throws what the system would say to a write. Leaves no file where there was none, and an old one as it is. */
export async function requireWritable(target: string): Promise<void> {
  try {
    await (await open(target, 'ax')).close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return await (await open(target, 'a')).close();
  }
  await rm(target, { force: true });
}

/** The folder does not take another file, or not in the place of this one. */
const ONLY_IN_PLACE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV', 'ENAMETOOLONG']);

/** What Windows answers while somebody has the old file open: a reader, an editor, a virus scanner. Most let go at once. */
const HELD: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EBUSY']);
const WAITS_MS = [10, 20, 40, 80];

type Rename = (from: string, to: string) => Promise<void>;

async function renameOver(from: string, to: string, move: Rename): Promise<void> {
  for (const wait of WAITS_MS)
    try {
      return await move(from, to);
    } catch (error) {
      if (!HELD.has(codeOf(error))) throw error;
      await setTimeout(wait);
    }
  await move(from, to);
}

/** `mode`: rights of a file that was not there before. `move`: how one is put in the place of another. */
export async function replaceFile(target: string, text: string, mode = 0o666, move: Rename = rename): Promise<void> {
  const place = await realpath(target).catch(() => target);
  const before = await stat(place).catch(() => null);
  if (before !== null && !before.isFile()) return writeFile(place, text);
  // Under a name that nobody can have laid out before.
  const beside = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true, mode });
    if (before !== null) await chmod(beside, before.mode & 0o777);
    await renameOver(beside, place, move);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    if (!ONLY_IN_PLACE.has(codeOf(error))) throw error;
    await writeFile(place, text, { mode });
  }
}

/** The same, only where the file still holds the text that was read; answers whether it did. */
export async function replaceText(path: string, from: string, to: string): Promise<boolean> {
  const held = await readFile(path, 'utf8').catch(() => null);
  if (held !== from) return false;
  await replaceFile(path, to);
  return true;
}
