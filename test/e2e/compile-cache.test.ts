/** Where the process begins: compiled code is kept between starts, in a folder that nobody else can write to, or not at all. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVersion } from '../../src/version.ts';
import { createFolder } from './run-cli.ts';

const BIN = join(import.meta.dirname, '../../src/cli/bin.js');
const ALIAS = join(import.meta.dirname, '../../src/cli/main.ts');

const start = (temporary: string, program = BIN): string =>
  execFileSync(process.execPath, [program, '--version'], { env: { TMPDIR: temporary }, encoding: 'utf8' });

const nameFolder = (temporary: string): string => join(temporary, `consensus-review-${process.getuid?.()}`);

test('compiled code is kept in a folder of our own', () => {
  const temporary = createFolder();
  expect(start(temporary)).toBe(`${readVersion()}\n`);
  expect(existsSync(join(nameFolder(temporary), 'compile-cache'))).toBe(true);
  expect(statSync(nameFolder(temporary)).mode & 0o777).toBe(0o700);
});

test('a folder that others may write to is left alone', () => {
  const temporary = createFolder();
  mkdirSync(nameFolder(temporary));
  chmodSync(nameFolder(temporary), 0o777);
  expect(start(temporary)).toBe(`${readVersion()}\n`);
  expect(existsSync(join(nameFolder(temporary), 'compile-cache'))).toBe(false);
});

test('without a folder to write to it starts all the same', () => {
  expect(start('/dev/null')).toBe(`${readVersion()}\n`);
});

test('the earlier name starts the same program', () => {
  expect(start(createFolder(), ALIAS)).toBe(`${readVersion()}\n`);
});
