/**
 * Creates a git directory of our own in a temporary folder: empty configuration, no hooks, no attributes, the repository's refs and
 * index as copies and its objects where they are. git runs here and never sees the repository's own directory. Called by session.ts.
 */
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ReviewError } from '../../errors.ts';
import { readContained } from '../files/contained-read.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { GitPlace } from './locate.ts';
import { linkObjectStores } from './object-store.ts';
import { isRefName, type Refs, resolveHead } from './refs.ts';

const MAX_INDEX_BYTES = 1_000_000_000;

/** A commit graph could tell other parents than the commits do. */
const CORE = '\tbare = true\n\tcommitGraph = false\n';
const CONFIGS = {
  sha1: `[core]\n\trepositoryformatversion = 0\n${CORE}`,
  sha256: `[core]\n\trepositoryformatversion = 1\n${CORE}[extensions]\n\tobjectformat = sha256\n`,
};

async function writeRefs(dir: string, refs: Refs): Promise<void> {
  const { head } = refs;
  const headText = head.kind === 'branch' ? `ref: ${head.ref}` : (resolveHead(refs) ?? 'ref: refs/heads/none');
  await writeFile(join(dir, 'HEAD'), `${headText}\n`);
  await writeFile(join(dir, 'packed-refs'), [...refs.oids].map(([name, oid]) => `${oid} ${name}\n`).join(''));
  for (const [name, target] of refs.symbolic) {
    if (!isRefName(name)) continue;
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), `ref: ${target}\n`);
  }
}

async function copyFile(from: string, name: string, to: string): Promise<void> {
  const outcome = await readContained(from, name, MAX_INDEX_BYTES);
  if (outcome.kind === 'bytes') await writeFile(join(to, name), outcome.bytes);
}

/**
 * The index that git names to its hooks: `commit -a` and `commit PATH` have one of their own, and who calls git may have named any. It
 * comes from the user's environment, never from the repository. git names it by the way the user came, which may lead over links.
 * One that is not there is empty, as for git.
 */
async function copyNamedIndex({ topLevel }: GitPlace, named: string, dir: string): Promise<void> {
  const path = resolve(topLevel, named);
  const folder = await realpath(dirname(path)).catch(() => null);
  const outcome = folder === null ? null : await readContained(folder, basename(path), MAX_INDEX_BYTES);
  if (outcome?.kind === 'bytes') await writeFile(join(dir, 'index'), outcome.bytes);
  else if (outcome !== null && outcome.kind !== 'missing')
    throw new ReviewError('git-failed', `the index that GIT_INDEX_FILE names cannot be read: ${path}`, {
      advice: 'Unset GIT_INDEX_FILE, or let it name the file of an index.',
    });
}

/** The index may be split over several files; `shallow` says where history ends. */
async function copyState(place: GitPlace, dir: string, index: string | undefined): Promise<void> {
  if (index) await copyNamedIndex(place, index, dir);
  else await copyFile(place.gitDir, 'index', dir);
  await copyFile(place.commonDir, 'shallow', dir);
  const names = await readdir(place.gitDir).catch(() => []);
  for (const name of names) if (/^sharedindex\.[0-9a-f]+$/u.test(name)) await copyFile(place.gitDir, name, dir);
}

export interface OwnGitDir {
  readonly dir: string;
  remove(): Promise<void>;
}

export async function createOwnGitDir(place: GitPlace, refs: Refs, index?: string): Promise<OwnGitDir> {
  const dir = makeTemporaryFolder('git');
  await mkdir(join(dir, 'objects'));
  await mkdir(join(dir, 'refs'));
  await writeFile(join(dir, 'config'), CONFIGS[place.objectFormat]);
  await writeRefs(dir, refs);
  await copyState(place, dir, index);
  await linkObjectStores(join(place.commonDir, 'objects'), join(dir, 'objects'), [place.topLevel, place.commonDir]);
  return {
    dir,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
