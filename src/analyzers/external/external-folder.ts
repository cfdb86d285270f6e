/**
 * Creates a private temporary folder for one run of a tool, puts the given files into it, and removes it at the end: nothing else of the
 * reviewed repository can configure the tool. Only this user can read it; nothing in it is executable. Used by external-analyzer.ts and
 * oxlint/oxlint.ts.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isContained } from '../../repository/files/contained-path.ts';
import { makeTemporaryFolder } from '../../repository/temporary-folder.ts';

export interface PlacedText {
  /** Relative, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface PrivateFolder {
  /** Where the files lie, and nothing else. */
  readonly files: string;
  /** Home, temporary folder and output of the program. */
  readonly home: string;
  /** Puts a file down; false where its path leaves the folder or the disk refuses it. */
  place(file: PlacedText): Promise<boolean>;
  /** The path as the program names it, relative to `files` with `/`; null where it lies elsewhere. */
  locate(named: string): string | null;
}

/** Go counts its own use in a process that leaves its group and would outlive the folder. */
const GO_TELEMETRY = ['config/go/telemetry/mode', 'Library/Application Support/go/telemetry/mode'];
const OWNER_ONLY = 0o700;
const READABLE = 0o600;

export async function withPrivateFolder<T>(use: (folder: PrivateFolder) => Promise<T>): Promise<T> {
  const base = makeTemporaryFolder('program');
  const folder = { files: join(base, 'files'), home: join(base, 'home') };
  try {
    for (const path of [folder.files, folder.home]) await mkdir(path, { mode: OWNER_ONLY });
    for (const path of GO_TELEMETRY) await placeFile(folder.home, { path, text: 'off' });
    return await use({
      ...folder,
      place: (file) => placeFile(folder.files, file),
      locate: (named) => locateFile(folder.files, named),
    });
  } finally {
    await rm(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function placeFile(folder: string, { path, text }: PlacedText): Promise<boolean> {
  const target = resolve(folder, path);
  if (target === folder || !isContained(folder, target)) return false;
  try {
    await mkdir(dirname(target), { recursive: true, mode: OWNER_ONLY });
    await writeFile(target, text, { mode: READABLE, flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function locateFile(folder: string, named: string): string | null {
  const target = resolve(folder, named);
  if (target === folder || !isContained(folder, target)) return null;
  return target.slice(folder.length + 1).replaceAll('\\', '/');
}
