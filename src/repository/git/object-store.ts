/**
 * Makes the objects of a repository readable from a git directory of our own, by links to its packs and loose
 * objects. Its `info/alternates` is not obeyed: a store it names is used only if it lies in the repository, so that
 * a planted one cannot bring in objects of another repository. Links inside the store are refused.
 */
import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isContained } from '../files/contained-path.ts';
import { readSmallText } from '../files/contained-read.ts';

const MAX_STORES = 16;

const list = (path: string) => readdir(path, { withFileTypes: true }).catch(() => []);

/**
 * The folder is linked as a whole, so that packs written meanwhile by `git gc` are seen; only if it holds something
 * other than plain files are those linked one by one.
 */
async function linkPacks(store: string, target: string): Promise<void> {
  const packs = join(store, 'pack');
  const place = (await list(store)).find(({ name }) => name === 'pack');
  if (!place?.isDirectory()) return;
  const entries = await list(packs);
  if (entries.every((entry) => entry.isFile())) return symlink(packs, join(target, 'pack'));
  await mkdir(join(target, 'pack'));
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    await symlink(join(packs, name), join(target, 'pack', name));
  }
}

/** A folder of loose objects is linked as a whole if it holds plain files only. */
async function linkLoose(store: string, target: string): Promise<void> {
  for (const entry of await list(store)) {
    if (!entry.isDirectory() || !/^[0-9a-f]{2}$/u.test(entry.name)) continue;
    const objects = await list(join(store, entry.name));
    if (objects.every((object) => object.isFile())) await symlink(join(store, entry.name), join(target, entry.name));
  }
}

async function findAlternates(store: string, within: readonly string[]): Promise<readonly string[]> {
  const lines = ((await readSmallText(store, 'info/alternates')) ?? '').split('\n');
  const named = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const real = await Promise.all(named.map((line) => realpath(resolve(store, line)).catch(() => null)));
  return real.filter((path): path is string => path !== null && within.some((folder) => isContained(folder, path)));
}

const quote = (path: string): string => (/["\n\\]/u.test(path) ? JSON.stringify(path) : path);

/** Links every store into `target` (our own `objects`). `within` are the folders a store may lie in. */
export async function linkObjectStores(objects: string, target: string, within: readonly string[]): Promise<void> {
  const stores = new Set([objects]);
  for (const store of stores) {
    for (const found of await findAlternates(store, within)) if (stores.size < MAX_STORES) stores.add(found);
  }
  await mkdir(join(target, 'info'), { recursive: true });
  const linked: string[] = [];
  for (const store of stores) {
    const folder = join(target, `store-${linked.length}`);
    await mkdir(folder);
    await linkPacks(store, folder);
    await linkLoose(store, folder);
    linked.push(folder);
  }
  await writeFile(join(target, 'info', 'alternates'), linked.map((folder) => `${quote(folder)}\n`).join(''));
}
