import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openAnalysisCache } from './analysis-cache.ts';

const root = await mkdtemp(join(tmpdir(), 'analysis-cache-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const makeFolder = (): string => {
  folders += 1;
  return join(root, String(folders));
};
const open = (stateDir: string, version = '1', maxBytes = 100_000_000) =>
  openAnalysisCache({ stateDir, version, maxBytes });
const FILE = 'analysis-1.sqlite';
const VALUE = { names: ['a', 'ü'], at: 3 };

function keep(stateDir: string): void {
  const cache = open(stateDir);
  cache.put('outline', 'a.ts', 'secret-text', VALUE);
  cache.close();
}

test('what was put for a text comes back in another process, for this text, path, kind and version alone', () => {
  const stateDir = makeFolder();
  keep(stateDir);
  expect(open(stateDir).get('outline', 'a.ts', 'secret-text')).toEqual(VALUE);
  expect([
    open(stateDir).get('outline', 'a.ts', 'secret-texT'),
    open(stateDir).get('outline', 'b.ts', 'secret-text'),
    open(stateDir).get('words', 'a.ts', 'secret-text'),
    open(stateDir, '2').get('outline', 'a.ts', 'secret-text'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

test('the file tells nothing of text, path or what was learned', () => {
  const stateDir = makeFolder();
  const cache = open(stateDir);
  cache.put('outline', 'private/name.ts', 'AKIAQQQQQQQQQQQQQQQQ', { word: 'AKIAQQQQQQQQQQQQQQQQ' });
  cache.close();
  const bytes = readdirSync(stateDir)
    .map((name) => readFileSync(join(stateDir, name), 'latin1'))
    .join('');
  expect(bytes).not.toMatch(/AKIA|private|name\.ts|outline/u);
});

test.each<[string, (path: string) => void]>([
  ['no database', (path) => writeFileSync(path, 'x'.repeat(5_000))],
  ['an empty file', (path) => writeFileSync(path, '')],
  ['changed values', (path) => change(path, "UPDATE entries SET value = CAST('{}' AS BLOB)")],
  [
    'one changed byte',
    (path) =>
      change(path, "UPDATE entries SET value = CAST(substr(value, 1, 20) || x'00' || substr(value, 22) AS BLOB)"),
  ],
  ['text in place of bytes', (path) => change(path, "UPDATE entries SET value = 'text'")],
  ['another table', (path) => change(path, 'DROP TABLE entries; CREATE TABLE entries (id TEXT)')],
  ['values that were exchanged', (path) => change(path, 'UPDATE entries SET value = randomblob(60)')],
])('damaged, %s: nothing is known, and it goes on', (_, damage) => {
  const stateDir = makeFolder();
  keep(stateDir);
  damage(join(stateDir, FILE));
  const cache = open(stateDir);
  expect(cache.get('outline', 'a.ts', 'secret-text')).toBeUndefined();
  cache.put('outline', 'a.ts', 'secret-text', VALUE);
  expect(() => cache.close()).not.toThrow();
});

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test('a folder that cannot be made costs nothing but the cache', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const cache = open(join(file, 'below'));
  cache.put('outline', 'a.ts', 'x', VALUE);
  cache.close();
  expect(cache.get('outline', 'a.ts', 'x')).toBeUndefined();
});

test('two writers at a time lose nothing that is whole, and the file stays below its limit', () => {
  const stateDir = makeFolder();
  const [a, b] = [open(stateDir, '1', 400_000), open(stateDir, '1', 400_000)];
  const noise = Array.from({ length: 3_000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_296);
  for (let at = 0; at < 60; at += 1) {
    (at % 2 === 0 ? a : b).put('words', `${at}.ts`, 'x', [at, ...noise.map((each) => each ^ (at * 40_503))]);
    (at % 2 === 0 ? a : b).close();
  }
  expect(open(stateDir).get('words', '59.ts', 'x')).toBeDefined();
  expect(open(stateDir).get('words', '0.ts', 'x')).toBeUndefined();
  const { used } = countBytes(join(stateDir, FILE));
  expect(used).toBeLessThan(500_000);
});

function countBytes(path: string): { readonly used: number } {
  const database = new DatabaseSync(path);
  const row = database.prepare('SELECT sum(length(value)) AS used FROM entries').get();
  database.close();
  return { used: Number(row?.used) };
}
