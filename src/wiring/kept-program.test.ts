import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFresh, mayJoin, readCompiled, writeCompiled } from './kept-program.js';

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

test.each([
  [['review', '--all'], 0, true],
  [['review', '--all'], 1, true],
  [['review', '--all', '--deadline', '30s'], 0, false],
  [['review', '--deadline=30s'], 0, false],
  [['audit'], 3, false],
])('%j with exit code %i: modules are joined at its end: %s', (args, code, expected) => {
  expect(mayJoin(args, code)).toBe(expected);
});

test('what was compiled is used as it was written, and not where a byte of it is another or missing', () => {
  const path = join(root, 'command-1-plan.bin');
  const data = Buffer.from('what the engine compiled');
  writeCompiled(path, data);
  expect(readCompiled(path)).toEqual(data);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 1) {
    writeFileSync(path, whole.with(at, (whole[at] ?? 0) ^ 1));
    expect(readCompiled(path), `byte ${at}`).toBeNull();
    writeFileSync(path, whole.subarray(0, at));
    expect(readCompiled(path), `cut at ${at}`).toBeNull();
  }
  expect(readCompiled(join(root, 'none.bin'))).toBeNull();
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
  const checkout = join(import.meta.dirname, '../..');
  const left = join(checkout, '.cache/program', `command-0.bin.${spawnSync(process.execPath, ['--version']).pid}`);
  mkdirSync(dirname(left), { recursive: true });
  writeFileSync(left, '');
  // As `joinModules` does it, which leaves a process alone that somebody looks into.
  execFileSync(process.execPath, [join(checkout, 'scripts/keep-program.ts')], { stdio: 'ignore', env: {} });
  expect(existsSync(left), 'of a process that was ended').toBe(false);
  const folder = mkdtempSync(join(root, 'project-'));
  writeFileSync(join(folder, 'a.js'), 'eval(process.argv[2]);\n');
  const env = { PATH: process.env.PATH ?? '', CONSENSUS_REVIEW_STATE_DIR: join(root, 'state') };
  const runWith = (more: Readonly<Record<string, string>>, ...options: readonly string[]): string =>
    execFileSync(
      process.execPath,
      [...options, join(checkout, 'src/cli/bin.js'), 'plan', '.', '--quiet', '-f', 'json'],
      { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' },
    );
  const run = (...options: readonly string[]): string => runWith({}, ...options);
  const kept = findFresh('command');
  expect(kept).not.toBeNull();
  expect(run()).toBe(run('--no-deprecation'));
  const coverage = join(root, 'coverage');
  runWith({ NODE_V8_COVERAGE: coverage });
  const covered = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), 'utf8'));
  expect(covered.join(), 'who measures sees the modules').toContain('/src/cli/start.ts');
  expect(readdirSync(join(checkout, '.cache/program'))).toContain(`${kept}-plan.bin`);
});
