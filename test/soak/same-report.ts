/**
 * Five embedded reviews and five audits of a large real package: the same to the byte but for id and times, with files made in
 * another order and on one processor or all. `SAME_PACKAGE=folder` names another package.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createFolder, MAIN, testEnvironment } from '../e2e/run-cli.ts';
import { createCopy, formatFlags, readFormats } from '../support/same-report.ts';

const root = join(import.meta.dirname, '../..');
const folder = process.env.SAME_PACKAGE ?? join(root, 'node_modules/zod');
const files = Object.fromEntries(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [relative(folder, path), readFileSync(path, 'utf8')] as const),
);
const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

for (const command of [
  ['review', '--all'],
  ['audit', '--mode', 'standard'],
]) {
  const hashes = new Set<string>();
  for (let run = 0; run < 5; run += 1) {
    const out = createFolder();
    const args = [process.execPath, MAIN, ...command, '--quiet', '--fail-on', 'never', ...formatFlags(out)];
    const isPinned = canPin && run % 2 === 1;
    const [program = '', ...rest] = isPinned ? ['taskset', '-c', '0', ...args] : args;
    const env = testEnvironment({ CONSENSUS_REVIEW_STATE_DIR: createFolder() });
    spawnSync(program, rest, { cwd: createCopy(files, run % 2 === 1), env, stdio: ['ignore', 'ignore', 'inherit'] });
    const text = readFormats(out);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    console.log(`${command[0]} ${run + 1}: ${hash}, ${text.length} characters${isPinned ? ', one processor' : ''}`);
    hashes.add(hash);
  }
  console.log(
    `${command[0]}: ${Object.keys(files).length} files, ${hashes.size === 1 ? 'five equal reports' : `${hashes.size} different reports`}`,
  );
  if (hashes.size !== 1) process.exitCode = 1;
}
