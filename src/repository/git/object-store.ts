/**
 * Makes the objects of a repository readable from a git directory of our own (own-git-dir.ts): names a store of nothing but plain
 * packs and loose objects in `alternates`, and links the plain parts of others. Its own `info/alternates` is not obeyed: a store it
 * names is used only if it lies in the repository, so that a planted one cannot bring in objects of another repository. Links inside
 * the store are refused.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isContained } from '../files/contained-path.ts';
import { readSmallText } from '../files/contained-read.ts';

const MAX_STORES = 16;

/** Null where it cannot be listed. Without waiting for each: a store has up to 256 folders. */
function tryList(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return null;
  }
}

const list = (path: string): readonly Dirent[] => tryList(path) ?? [];

const holdsOnly = (path: string, isFit: (entry: Dirent) => boolean): boolean => tryList(path)?.every(isFit) === true;

const isFile = (entry: Dirent): boolean => entry.isFile();

const LOOSE = /^[0-9a-f]{2}$/u;
const PARTS = /^(?:[0-9a-f]{2}|pack)$/u;
/** What git leaves there: the configuration of our own directory keeps it from reading commit graphs, and of packs it reads none. */
const UNREAD = /^(?:packs|commit-graphs?)$/u;

/** Whether git may be given the store itself: it would follow links in it, and other stores that its `info` names. */
const isPlain = (store: string): boolean =>
  holdsOnly(store, (part) => {
    const path = join(store, part.name);
    if (part.name === 'info') return part.isDirectory() && holdsOnly(path, ({ name }) => UNREAD.test(name));
    return part.isDirectory() && PARTS.test(part.name) && holdsOnly(path, isFile);
  });

/** A name that git reads as it is written. */
const isPlainName = (path: string): boolean => !/["\\\p{Cc}\ufffd]/u.test(path);

/**
 * The folder is linked as a whole, so that packs written meanwhile by `git gc` are seen; only if it holds something
 * other than plain files are those linked one by one.
 */
async function linkPacks(store: string, target: string): Promise<void> {
  const packs = join(store, 'pack');
  const place = list(store).find(({ name }) => name === 'pack');
  if (!place?.isDirectory()) return;
  const entries = list(packs);
  if (entries.every(isFile)) return symlink(packs, join(target, 'pack'));
  await mkdir(join(target, 'pack'));
  for (const { name } of entries.filter(isFile)) {
    await symlink(join(packs, name), join(target, 'pack', name));
  }
}

/** A folder of loose objects is linked as a whole if it holds plain files only. */
async function linkLoose(store: string, target: string): Promise<void> {
  for (const entry of list(store)) {
    const path = join(store, entry.name);
    if (entry.isDirectory() && LOOSE.test(entry.name) && holdsOnly(path, isFile))
      await symlink(path, join(target, entry.name));
  }
}

async function findAlternates(store: string, within: readonly string[]): Promise<readonly string[]> {
  const lines = ((await readSmallText(store, 'info/alternates')) ?? '').split('\n');
  const named = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const real = await Promise.all(named.map((line) => realpath(resolve(store, line)).catch(() => null)));
  return real.filter((path): path is string => path !== null && within.some((folder) => isContained(folder, path)));
}

const quote = (path: string): string => (/["\n\\]/u.test(path) ? JSON.stringify(path) : path);

/** Makes every store known to `target` (our own `objects`). `within` are the folders a store may lie in. */
export async function linkObjectStores(objects: string, target: string, within: readonly string[]): Promise<void> {
  const stores = new Set([objects]);
  for (const store of stores) {
    for (const found of await findAlternates(store, within)) if (stores.size < MAX_STORES) stores.add(found);
  }
  await mkdir(join(target, 'info'), { recursive: true });
  const linked: string[] = [];
  for (const store of stores) {
    if (isPlainName(store) && isPlain(store)) {
      linked.push(store);
      continue;
    }
    const folder = join(target, `store-${linked.length}`);
    await mkdir(folder);
    await linkPacks(store, folder);
    await linkLoose(store, folder);
    linked.push(folder);
  }
  await writeFile(join(target, 'info', 'alternates'), linked.map((folder) => `${quote(folder)}\n`).join(''));
}
