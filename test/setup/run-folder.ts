/**
 * Everything that tests of one run write lies in one folder, which goes with the run, whatever each of them cleans up: in memory where
 * there is enough of it, because thousands of small files and databases are written. Compiled code, joined modules and the vocabulary of the tokenizer
 * stay, so that processes and threads of the tests start quickly.
 */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareVocabulary } from '../../src/context/token-vocabulary.ts';
import { joinModules } from '../../src/wiring/kept-program.js';

const IN_MEMORY = '/dev/shm';
/** Of space and of free memory; with less the disk is used. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** Programs of the tests are started from there too. */
function chooseParent(): string {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const isUsable = mount?.split(' ')[2] === 'tmpfs' && !/\bnoexec\b/u.test(mount);
    return isUsable && Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

export function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(chooseParent(), 'consensus-review-tests-'));
  // PostgreSQL, and tests of what others may not do, run as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  shareVocabulary(join(import.meta.dirname, '../../.cache/vocabulary'));
  joinModules();
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compiled');
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
