/**
 * Everything that tests of one run write lies in one folder, which goes with the run, whatever each of them cleans up. Compiled
 * code alone stays, so that processes and threads of the tests start quickly.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-tests-'));
  // PostgreSQL, and tests of what others may not do, run as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compiled');
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
