import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_AGE_DAYS, openReviewCache } from './sqlite-review-cache.ts';

const FILE = 'recollections-1.sqlite';
const DAY_MS = 86_400_000;

function createStateDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cr-reuse-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const textOf = (title: string): string => JSON.stringify({ title });

test('what is cached is there in the next process, for this user alone', async () => {
  const stateDir = join(createStateDir(), 'deep', 'state');
  {
    using store = openReviewCache({ stateDir, now: () => 0 });
    await store.write([{ key: 'k1', text: textOf('first') }]);
    await store.write([{ key: 'k1', text: textOf('second') }]);
    expect(store.warning).toBeNull();
    for (const name of readdirSync(stateDir))
      expect([name, statSync(join(stateDir, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  using store = openReviewCache({ stateDir, now: () => 0 });
  expect(await store.read(['k0', 'k1'])).toEqual(new Map([['k1', textOf('second')]]));
  expect(await store.read([])).toEqual(new Map());
});

test('more keys than a statement holds are found', async () => {
  using store = openReviewCache({ stateDir: createStateDir(), now: () => 0 });
  const keys = Array.from({ length: 1203 }, (_, i) => `k${i}`);
  await store.write(keys.map((key) => ({ key, text: textOf(key) })));
  expect((await store.read(keys)).size).toBe(1203);
});

test('two at a time do not disturb each other', async () => {
  const stateDir = createStateDir();
  using one = openReviewCache({ stateDir, now: () => 0 });
  using other = openReviewCache({ stateDir, now: () => 0 });
  await Promise.all([one.write([{ key: 'a', text: textOf('a') }]), other.write([{ key: 'b', text: textOf('b') }])]);
  expect((await one.read(['a', 'b'])).size).toBe(2);
});

test.each([
  ['a value with a flipped bit', "UPDATE recollection SET value = x'00' || substr(value, 2)"],
  ['a value with another checksum', "UPDATE recollection SET checksum = 'no'"],
])('%s is not given back and is dropped', async (_name, damage) => {
  const stateDir = createStateDir();
  {
    using store = openReviewCache({ stateDir, now: () => 0 });
    await store.write([{ key: 'k', text: textOf('t') }]);
  }
  const database = new DatabaseSync(join(stateDir, FILE));
  database.exec(damage);
  {
    using store = openReviewCache({ stateDir, now: () => 0 });
    expect(await store.read(['k'])).toEqual(new Map());
  }
  expect(database.prepare('SELECT count(*) AS n FROM recollection').get()?.n).toBe(0);
  database.close();
});

test('a file that is no database is begun anew, and that is said', async () => {
  const stateDir = createStateDir();
  writeFileSync(join(stateDir, FILE), 'not a database at all, but long enough to be looked at as one. '.repeat(40));
  using store = openReviewCache({ stateDir, now: () => 0 });
  expect(store.warning).toMatch(/damaged and has been cleared .*: every file is reviewed again/u);
  await store.write([{ key: 'k', text: textOf('t') }]);
  expect((await store.read(['k'])).size).toBe(1);
});

test('damage in the middle of the file is said, and the next run begins anew', async () => {
  const stateDir = createStateDir();
  const keys = Array.from({ length: 300 }, (_, i) => `k${i}`);
  {
    using store = openReviewCache({ stateDir, now: () => 0 });
    await store.write(keys.map((key) => ({ key, text: textOf(key) })));
  }
  const path = join(stateDir, FILE);
  const bytes = readFileSync(path);
  // All but the first pages, which hold the schema and the first keys.
  writeFileSync(path, bytes.fill(0xa5, 5 * 4096));
  {
    using store = openReviewCache({ stateDir, now: () => 0 });
    expect((await store.read(keys)).size).toBe(0);
    expect(store.warning).toMatch(/malformed|damaged/u);
  }
  using store = openReviewCache({ stateDir, now: () => 0 });
  await store.write([{ key: 'k', text: textOf('t') }]);
  expect((await store.read(['k'])).size).toBe(1);
  expect(store.warning).toBeNull();
});

test('where the folder cannot be used nothing is reused, and that is said', async () => {
  const stateDir = createStateDir();
  writeFileSync(join(stateDir, 'file'), '');
  using store = openReviewCache({ stateDir: join(stateDir, 'file', 'below'), now: () => 0 });
  expect(store.warning).toMatch(/^the review cache is not used: .*below cannot be used/u);
  await store.write([{ key: 'k', text: textOf('t') }]);
  expect(await store.read(['k'])).toEqual(new Map());
});

test('a store that fails in the middle costs a warning, never a run', async () => {
  const stateDir = createStateDir();
  using store = openReviewCache({ stateDir, now: () => 0 });
  const database = new DatabaseSync(join(stateDir, FILE));
  database.exec('DROP TABLE recollection');
  database.close();
  await store.write([{ key: 'k', text: textOf('t') }]);
  expect(await store.read(['k'])).toEqual(new Map());
  expect(store.warning).toMatch(/^the review cache is not used: no such table/u);
});

test('a write that the database has ended by itself says why it failed', async () => {
  const stateDir = createStateDir();
  using store = openReviewCache({ stateDir, now: () => 0 });
  const database = new DatabaseSync(join(stateDir, FILE));
  database.exec("CREATE TRIGGER full BEFORE INSERT ON recollection BEGIN SELECT RAISE(ROLLBACK, 'no room'); END");
  database.close();
  await store.write([{ key: 'k', text: textOf('t') }]);
  expect(store.warning).toBe('the review cache is not used: no room');
});

test('what nobody has used for long is forgotten; what is used stays', async () => {
  let now = 0;
  using store = openReviewCache({ stateDir: createStateDir(), now: () => now });
  const both = ['old', 'used'];
  await store.write(both.map((key) => ({ key, text: textOf(key) })));
  now = (MAX_AGE_DAYS - 1) * DAY_MS;
  await store.read(['used']);
  now = (MAX_AGE_DAYS + 1) * DAY_MS;
  await store.write([{ key: 'new', text: textOf('new') }]);
  expect([...(await store.read([...both, 'new'])).keys()].sort()).toEqual(['new', 'used']);
});

test('the file stays within its bound: the longest unused go first, and their room is given back', async () => {
  let now = 0;
  const stateDir = createStateDir();
  const maxBytes = 400_000;
  {
    using store = openReviewCache({ stateDir, now: () => now, maxBytes });
    for (let run = 0; run < 30; run += 1) {
      now = run;
      const words = Array.from({ length: 400 }, (_, i) => Math.sin(run * 400 + i).toString(36)).join(' ');
      const all = Array.from({ length: 10 }, (_, i) => ({
        key: `${run}/${i}`,
        text: textOf(words + i),
      }));
      await store.write(all);
    }
    const kept = await store.read(Array.from({ length: 30 }, (_, run) => `${run}/0`));
    expect(kept.has('29/0')).toBe(true);
    expect(kept.has('0/0')).toBe(false);
  }
  expect(statSync(join(stateDir, FILE)).size).toBeLessThanOrEqual(maxBytes + 4096);
  expect(existsSync(join(stateDir, `${FILE}-wal`))).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written is told', async () => {
  const stateDir = createStateDir();
  chmodSync(stateDir, 0o500);
  using store = openReviewCache({ stateDir, now: () => 0 });
  expect(store.warning).toContain('cannot be used');
});
