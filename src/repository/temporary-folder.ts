/**
 * Makes temporary folders of this process, all within one that is gone when the process is, however it ended: removed by itself at an
 * ordinary end, by the guard of `end-orphans.ts` after a `kill -9`, and by the next process where the guard was ended too. A process
 * that we fork has its folders in those of its parent. Called by git/own-git-dir.ts, programs/ and external analyzers.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeWithThisProcess } from './end-orphans.ts';

/** All the others are in it. */
let own: string | null = null;

/** Made anew where somebody has cleaned up meanwhile: a server lives long. */
export function findTemporaryFolder(): string {
  if (own !== null && existsSync(own)) return own;
  if (own === null) {
    process.once('exit', removeOwn);
    sweepTemporaryFolders(tmpdir());
  }
  own = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-${findSystem()}-`)));
  removeWithThisProcess(own);
  return own;
}

const PREFIX = 'consensus-review-';
const NAME = /^consensus-review-(?<pid>[1-9]\d{0,9})-(?<system>[0-9a-f]{8})-\w{6}$/u;

/** Where the number of a process means the same process: containers share folders, and count their processes each for itself. */
function findSystem(): string {
  let space = '';
  try {
    space = readlinkSync('/proc/self/ns/pid');
  } catch {
    // No Linux: one count for all of the machine.
  }
  return createHash('sha256').update(`${hostname()} ${space}`).digest('hex').slice(0, 8);
}

/** Removes what processes of ours left that are gone, ended together with their guard. */
export function sweepTemporaryFolders(parent: string): void {
  const system = findSystem();
  for (const name of listNames(parent)) {
    const { pid = '', system: theirs } = NAME.exec(name)?.groups ?? {};
    if (theirs === system && !isAlive(Number(pid))) removeOurs(join(parent, name));
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Everybody may write to the folder that has them: a link and what belongs to another user is not followed. */
function removeOurs(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid))
      rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process was faster.
  }
}

function removeOwn(): void {
  try {
    if (own !== null) rmSync(own, { recursive: true, force: true });
  } catch {
    // Windows keeps a library that is loaded.
  }
}

/** Readable by this user alone. Whoever is done with it early removes it. */
export const makeTemporaryFolder = (purpose: string): string => mkdtempSync(join(findTemporaryFolder(), `${purpose}-`));

/** For a process that we have forked: its parent answers for the folder. */
export function useTemporaryFolder(ofParent: string): void {
  own = ofParent;
}
