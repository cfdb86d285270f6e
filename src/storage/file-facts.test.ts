import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFileFacts } from './file-facts.ts';

const home = mkdtempSync(join(tmpdir(), 'file-facts-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
const makeState = (): string => {
  folders += 1;
  return join(home, String(folders));
};
const open = (stateDir: string, version = '1') => openFileFacts({ stateDir, root: '/project', kind: 'blobs', version });

function keep(stateDir: string, facts: Readonly<Record<string, string>>): void {
  const opened = open(stateDir);
  for (const [path, fact] of Object.entries(facts)) opened.keep(path, `disk ${path}`, fact);
  opened.close();
}

const fileOf = (stateDir: string): string =>
  join(stateDir, 'file-facts', readdirSync(join(stateDir, 'file-facts'))[0] ?? '');

test('a fact comes back for the same path, identity, kind, version and folder alone', () => {
  const stateDir = makeState();
  keep(stateDir, { 'a b/ü.ts': 'x' });
  expect(open(stateDir).find('a b/ü.ts', 'disk a b/ü.ts')).toBe('x');
  expect([
    open(stateDir).find('a b/ü.ts', 'disk 2'),
    open(stateDir).find('b.ts', 'disk a b/ü.ts'),
    open(stateDir, '2').find('a b/ü.ts', 'disk a b/ü.ts'),
    openFileFacts({ stateDir, root: '/other', kind: 'blobs', version: '1' }).find('a b/ü.ts', 'disk a b/ü.ts'),
    openFileFacts({ stateDir, root: '/project', kind: 'links', version: '1' }).find('a b/ü.ts', 'disk a b/ü.ts'),
  ]).toEqual([null, null, null, null, null]);
});

test('what would break a line is not kept, and nothing else is lost by it', () => {
  const stateDir = makeState();
  keep(stateDir, { 'a\nb.ts': 'x', 'a\tb.ts': 'x', 'c.ts': 'y\nz', 'd.ts': 'y'.repeat(30_000), 'e.ts': 'z' });
  const opened = open(stateDir);
  const found = ['a\nb.ts', 'a\tb.ts', 'c.ts', 'd.ts', 'e.ts'].map((path) => opened.find(path, `disk ${path}`));
  expect(found).toEqual([null, null, null, null, 'z']);
});

test.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, -1)],
  ['empty', () => ''],
  ['something else', () => 'x'.repeat(1_000)],
])('a file that is %s knows nothing, and is written anew', (_, damage) => {
  const stateDir = makeState();
  keep(stateDir, { 'a.ts': 'x', 'b.ts': 'y' });
  const file = fileOf(stateDir);
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  expect(open(stateDir).find('b.ts', 'disk b.ts')).toBeNull();
  keep(stateDir, { 'b.ts': 'y' });
  expect(open(stateDir).find('b.ts', 'disk b.ts')).toBe('y');
});

test('a folder that cannot be written to costs nothing but time', () => {
  const stateDir = join(home, 'file');
  writeFileSync(stateDir, '');
  expect(() => keep(stateDir, { 'a.ts': 'x' })).not.toThrow();
  expect(open(stateDir).find('a.ts', 'disk a.ts')).toBeNull();
});
