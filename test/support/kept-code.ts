import { constants, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** For processes with an environment of their own: where compiled code is kept between starts. */
export function keptCode(): { readonly NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

/** Starts the TypeScript file that comes behind it; see there. */
export const START_CHILD = join(import.meta.dirname, 'start-child.js');

const VOCABULARY = join(import.meta.dirname, '../../.cache/vocabulary');

/**
 * A process that finds no vocabulary of the tokenizer in its state folder builds and writes one, a tenth of a second each: it gets
 * the one that is kept (setup/run-folder.ts).
 */
export function lendVocabulary(stateDir: string): void {
  const lent = join(stateDir, 'cache');
  mkdirSync(lent, { recursive: true, mode: 0o700 });
  for (const name of existsSync(VOCABULARY) ? readdirSync(VOCABULARY) : []) {
    if (name.endsWith('.bin')) copyFileSync(join(VOCABULARY, name), join(lent, name), constants.COPYFILE_FICLONE);
  }
}
