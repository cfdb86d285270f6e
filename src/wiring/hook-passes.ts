/**
 * Reads and writes what `hook stop` remembers of its last pass, one file for each repository in the state folder: the commit, the
 * state of the files and the findings told to the agent, so that nothing is reviewed or told twice; and the findings with which `hook
 * pre-commit` refused. A damaged file counts as empty. Called by cli/commands/hook-command.ts; `dismiss` reads it too.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPrivateFolder } from '../programs/private-folder.js';
import { createRepository } from '../repository/repository.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { identifyFolder } from './trusted-repositories.ts';

export interface HandedBack {
  readonly fingerprint: string;
  readonly rule: string | null;
  readonly file: string;
}

export interface HookPass {
  /** The commit that was checked out; null before the first pass. */
  readonly head: string | null;
  /** Identity of the files that were reviewed; null where the next pass has to look. */
  readonly files: string | null;
  readonly told: readonly HandedBack[];
  /** What `hook pre-commit` stopped a commit with. An agent may still have to hear of it. */
  readonly refused: readonly HandedBack[];
}

const NO_PASS: HookPass = { head: null, files: null, told: [], refused: [] };
/** The oldest are told once more after so many. */
const MAX_TOLD = 2_000;

const isHandedBack = (value: unknown): value is HandedBack => {
  const { fingerprint, rule, file } = (value ?? {}) as Partial<Record<keyof HandedBack, unknown>>;
  return typeof fingerprint === 'string' && (rule === null || typeof rule === 'string') && typeof file === 'string';
};

/**
 * A state folder in the repository is not used: it could have written there what it likes. There a folder of this user beside other
 * temporary ones has it, else an agent would hear of the same findings at every stop. Null where that one lies there too.
 */
async function placeOf(root: string, stateDir: string): Promise<string | null> {
  for (const find of [() => join(stateDir, 'hooks'), () => findPrivateFolder('hooks')]) {
    const folder = find();
    const identity = folder === null ? null : await identifyFolder(root, dirname(folder));
    if (folder === null || identity === null) continue;
    const name = createHash('sha256')
      .update(JSON.stringify([identity.path, root]))
      .digest('hex')
      .slice(0, 32);
    return join(folder, `${name}.json`);
  }
  return null;
}

export async function readPass(root: string, stateDir: string): Promise<HookPass> {
  const place = await placeOf(root, stateDir);
  if (place === null) return NO_PASS;
  try {
    const { head, files, told, refused } = JSON.parse(readFileSync(place, 'utf8')) as Partial<
      Record<keyof HookPass, unknown>
    >;
    return {
      head: typeof head === 'string' && /^[0-9a-f]{40,64}$/u.test(head) ? head : null,
      files: typeof files === 'string' ? files : null,
      told: Array.isArray(told) ? told.filter(isHandedBack) : [],
      refused: Array.isArray(refused) ? refused.filter(isHandedBack) : [],
    };
  } catch {
    return NO_PASS;
  }
}

/** Throws what the system says where the folder does not take it. */
export async function keepPass(root: string, stateDir: string, pass: HookPass): Promise<void> {
  const place = await placeOf(root, stateDir);
  if (place === null) return;
  makeFolder(dirname(place));
  await replaceFile(
    place,
    `${JSON.stringify({ ...pass, told: pass.told.slice(-MAX_TOLD), refused: pass.refused.slice(-MAX_TOLD) })}\n`,
  );
}

/** Of what is no file: a link by its target, and what is not there. Null for a file that could still change unnoticed. */
function identifyOther(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'missing';
  return found.isSymbolicLink() ? `link ${readlinkSync(path)}` : null;
}

/**
 * One word for the state of all files, without opening any: the same word means that nothing changed. Null where that is not sure,
 * as of a file written this moment. `more` is what else decides a pass.
 */
export async function identifyFiles(root: string, more: readonly string[]): Promise<string | null> {
  await using repository = await createRepository({ root });
  const snapshot = await repository.open(
    { kind: 'all' },
    { include: [], exclude: [], ignoreLines: [], maxFileBytes: Number.MAX_SAFE_INTEGER },
  );
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const path of [...(await snapshot.paths())].sort()) {
    const identity = snapshot.identity?.(path) ?? identifyOther(join(root, path));
    if (identity === null) return null;
    hash.update(`\0${path}\0${identity}`);
  }
  return hash.digest('hex');
}
