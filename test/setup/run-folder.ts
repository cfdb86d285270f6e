/**
 * Everything that tests of one run write lies in one folder, which goes with the run, whatever each of them cleans up. Compiled
 * code and the vocabulary of the tokenizer stay, so that processes and threads of the tests start quickly.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareVocabulary } from '../../src/context/token-vocabulary.ts';

export function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-tests-'));
  // PostgreSQL, and tests of what others may not do, run as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  shareVocabulary(join(import.meta.dirname, '../../.cache/vocabulary'));
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compiled');
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
