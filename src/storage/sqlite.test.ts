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
import { expect, onTestFinished, test } from 'vitest';
import { closeLeavingLog, openSqlite, type Schema, type SqliteOptions, transact } from './sqlite.ts';

const FIRST: Schema = { version: 1, sql: 'CREATE TABLE note (text TEXT NOT NULL)' };
const SECOND: Schema = {
  version: 2,
  sql: "CREATE TABLE note (text TEXT NOT NULL, author TEXT NOT NULL DEFAULT 'nobody')",
  upgrades: { 1: "ALTER TABLE note ADD COLUMN author TEXT NOT NULL DEFAULT 'nobody'" },
};

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cr-sqlite-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Opens, uses and closes; the rows of `note` afterwards. */
function visit(path: string | null, options: SqliteOptions, sql = ''): readonly unknown[] {
  const { database } = openSqlite(path, options);
  using _open = database;
  database.exec(sql);
  return database
    .prepare('SELECT * FROM note')
    .all()
    .map((row) => ({ ...row }));
}

const ADD = "INSERT INTO note (text) VALUES ('kept')";

test('a file and its folder are the user’s alone, in WAL mode, and are found again', () => {
  const folder = createFolder();
  const path = join(folder, 'deep', 'a.sqlite');
  visit(path, { schema: FIRST }, ADD);
  expect(visit(path, { schema: FIRST })).toEqual([{ text: 'kept' }]);
  expect([statSync(path).mode & 0o777, statSync(join(folder, 'deep')).mode & 0o777]).toEqual([0o600, 0o700]);
  const { database, damage, tornBytes } = openSqlite(path, { schema: FIRST });
  using _open = database;
  expect([database.prepare('PRAGMA journal_mode').get(), damage, tornBytes]).toMatchObject([
    { journal_mode: 'wal' },
    null,
    0,
  ]);
});

test('closed in a hurry, the log stays beside the file, and the next one to open it reads both', () => {
  const path = join(createFolder(), 'a.sqlite');
  const { database } = openSqlite(path, { schema: FIRST });
  database.exec(ADD);
  closeLeavingLog(database);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(visit(path, { schema: FIRST })).toEqual([{ text: 'kept' }]);
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test('a temporary database is closed in a hurry too', () => {
  const { database } = openSqlite(null, { schema: FIRST });
  closeLeavingLog(database);
  expect(database.isOpen).toBe(false);
});

test('a temporary database leaves no file and ends with its connection', () => {
  expect([visit(null, { schema: FIRST }, ADD), visit(null, { schema: FIRST })]).toEqual([[{ text: 'kept' }], []]);
});

test('an older file is brought to the version of now, once; a newer or unknown one is refused and left as it is', () => {
  const path = join(createFolder(), 'a.sqlite');
  visit(path, { schema: FIRST }, ADD);
  for (const _ of [1, 2]) expect(visit(path, { schema: SECOND })).toEqual([{ text: 'kept', author: 'nobody' }]);
  expect(() => visit(path, { schema: FIRST })).toThrow(
    'the file has schema 2, this version of consensus-review knows 1',
  );
  expect(() => visit(path, { schema: { ...SECOND, version: 4 } })).toThrow('the file has schema 2');
  expect(visit(path, { schema: SECOND })).toHaveLength(1);
});

test('an upgrade that fails changes nothing', () => {
  const path = join(createFolder(), 'a.sqlite');
  visit(path, { schema: FIRST }, ADD);
  const upgrades = { 1: 'ALTER TABLE note ADD COLUMN author TEXT; SELECT * FROM missing' };
  expect(() => visit(path, { schema: { ...SECOND, upgrades } })).toThrow('missing');
  expect(visit(path, { schema: FIRST })).toEqual([{ text: 'kept' }]);
});

test.each([
  ['throw', undefined],
  ['remove', []],
  ['set-aside', ['a.sqlite.damaged']],
] as const)('damage: %s', (whenDamaged, left) => {
  const folder = createFolder();
  const path = join(folder, 'a.sqlite');
  writeFileSync(path, 'not a database, but long enough to be looked at as one. '.repeat(40));
  if (left === undefined) {
    expect(() => openSqlite(path, { schema: FIRST, whenDamaged })).toThrow('not a database');
    return;
  }
  const { database, damage } = openSqlite(path, { schema: FIRST, whenDamaged });
  database.close();
  expect(String(damage?.error)).toContain('not a database');
  expect(damage?.setAside === null ? [] : [damage?.setAside]).toEqual(left.map(() => expect.stringContaining(path)));
  const others = readdirSync(folder).filter((name) => name !== 'a.sqlite');
  expect(others.map((name) => name.replace(/-\d+$/u, ''))).toEqual(left);
});

test('damage that only a probe sees is damage', () => {
  const path = join(createFolder(), 'a.sqlite');
  const probe = 'SELECT text FROM note LIMIT 1';
  visit(path, { schema: FIRST }, ADD);
  writeFileSync(path, readFileSync(path).fill(0xa5, 4096));
  openSqlite(path, { schema: FIRST, whenDamaged: 'remove' }).database.close();
  const { database, damage } = openSqlite(path, { schema: FIRST, probe, whenDamaged: 'remove' });
  using _open = database;
  expect(String(damage?.error)).toContain('malformed');
});

test('a transaction is all or nothing, also where the statement has ended it already', () => {
  const { database } = openSqlite(null, { schema: FIRST });
  using _open = database;
  database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON note WHEN new.text = 'full' BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
  );
  for (const text of ['full', null])
    expect(() =>
      transact(database, () => {
        database.exec(ADD);
        database.prepare('INSERT INTO note (text) VALUES (?)').run(text);
      }),
    ).toThrow(text === 'full' ? 'no room' : 'NOT NULL');
  expect(database.prepare('SELECT * FROM note').all()).toEqual([]);
});

test.skipIf(process.getuid?.() === 0)('where nothing can be written it can be read, if the caller wants that', () => {
  const folder = createFolder();
  const path = join(folder, 'a.sqlite');
  visit(path, { schema: FIRST }, ADD);
  chmodSync(path, 0o400);
  chmodSync(folder, 0o500);
  expect(() => visit(path, { schema: FIRST })).toThrow();
  expect(visit(path, { schema: FIRST, mayOnlyRead: true })).toEqual([{ text: 'kept' }]);
  expect(() => visit(path, { schema: FIRST, mayOnlyRead: true }, ADD)).toThrow('readonly');
  expect(() => visit(path, { schema: SECOND, mayOnlyRead: true })).toThrow('the file has schema 1');
  expect(existsSync(`${path}-wal`)).toBe(false);
});
