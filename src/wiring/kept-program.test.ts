import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFresh, joinModules } from './kept-program.js';

const root = mkdtempSync(join(tmpdir(), 'kept-program-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Kept {
  readonly node?: string;
  readonly size?: number;
  readonly home?: string;
}

function keep({ node = process.version, size, home }: Kept = {}): string {
  const folder = `${mkdtempSync(join(root, 'checkout-'))}/`;
  mkdirSync(join(folder, '.cache/program'), { recursive: true });
  writeFileSync(join(folder, 'a.ts'), 'export {};\n');
  const found = statSync(join(folder, 'a.ts'));
  const files = [['a.ts', size ?? found.size, found.mtimeMs]];
  writeFileSync(join(folder, '.cache/program/command-1.cjs'), '');
  const record = { root: home ?? folder, node, kept: 'command-1', files };
  writeFileSync(join(folder, '.cache/program/command.json'), JSON.stringify(record));
  return folder;
}

test.each([
  ['nothing has changed', () => keep(), 'command-1'],
  ['there is none', () => `${root}/`, null],
  ['another Node made it', () => keep({ node: 'v1.0.0' }), null],
  ['a file has another size', () => keep({ size: 1 }), null],
  ['a file was written again', () => touch(keep()), null],
  ['a file is gone', () => remove(keep(), 'a.ts'), null],
  ['the script is gone', () => remove(keep(), '.cache/program/command-1.cjs'), null],
  ['the checkout is a copy of another', () => keep({ home: '/elsewhere/' }), null],
])('joined modules are used where nothing has changed: %s', (_, make, expected) => {
  expect(findFresh('command', make())).toBe(expected);
});

function touch(folder: string): string {
  utimesSync(join(folder, 'a.ts'), 1, 1);
  return folder;
}

function remove(folder: string, file: string): string {
  rmSync(join(folder, file));
  return folder;
}

test('a command started from joined modules prints what the modules themselves print, and keeps what was compiled', () => {
  joinModules();
  const checkout = join(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(root, 'project-'));
  writeFileSync(join(folder, 'a.js'), 'eval(process.argv[2]);\n');
  const env = { PATH: process.env.PATH ?? '', CONSENSUS_REVIEW_STATE_DIR: join(root, 'state') };
  const run = (...options: readonly string[]): string =>
    execFileSync(
      process.execPath,
      [...options, join(checkout, 'src/cli/bin.js'), 'plan', '.', '--quiet', '-f', 'json'],
      { cwd: folder, env, encoding: 'utf8' },
    );
  const kept = findFresh('command');
  expect(kept).not.toBeNull();
  expect(run()).toBe(run('--no-deprecation'));
  expect(readdirSync(join(checkout, '.cache/program'))).toContain(`${kept}-plan.bin`);
});
