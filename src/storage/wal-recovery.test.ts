import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { measureTornEnd } from './wal-recovery.ts';

const folder = mkdtempSync(join(tmpdir(), 'cr-torn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = 32;

/** A log of several transactions that was never folded in, and where each of them ends. */
function writeLog(): { readonly path: string; readonly log: Buffer; readonly ends: readonly number[] } {
  const path = join(folder, 'live.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE step(value BLOB)');
  const ends = [readFileSync(`${path}-wal`).length];
  const insert = database.prepare('INSERT INTO step VALUES (?)');
  for (let i = 1; i <= 6; i += 1) {
    insert.run(new Uint8Array(3000 * i).fill(i));
    ends.push(readFileSync(`${path}-wal`).length);
  }
  const log = readFileSync(`${path}-wal`);
  copyFileSync(path, join(folder, 'main.sqlite'));
  database.close();
  return { path: join(folder, 'main.sqlite'), log, ends };
}
const { path, log, ends } = writeLog();

/** What SQLite itself makes of it. */
function countRows(cut: Uint8Array): number {
  const copy = join(folder, 'copy.sqlite');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
  copyFileSync(path, copy);
  writeFileSync(`${copy}-wal`, cut);
  const database = new DatabaseSync(copy);
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM step').get()?.n);
  } catch {
    return -1;
  } finally {
    database.close();
  }
}

describe('a log', () => {
  test('that ends with a transaction has no torn end', () => {
    for (const end of [0, HEADER, ...ends]) expect(measureTornEnd(log.subarray(0, end)), String(end)).toBe(0);
  });

  test('that is cut anywhere else has one, of the bytes that SQLite drops', () => {
    const cuts = [1, 31, 33, ...ends.flatMap((end) => [end - 4000, end - 1, end + 1, end + 23, end + 100, end + 4200])];
    for (const cut of cuts.filter((at) => at > 0 && at < log.length && !ends.includes(at))) {
      const whole = ends.filter((end) => end <= cut);
      const kept = whole.at(-1) ?? (cut < HEADER ? 0 : HEADER);
      expect(measureTornEnd(log.subarray(0, cut)), `cut at ${cut}`).toBe(cut - kept);
      expect(countRows(log.subarray(0, cut)), `cut at ${cut}`).toBe(whole.length - 1);
    }
  });

  test('whose last write holds other bytes than it should is torn there', () => {
    const last = ends.at(-2) ?? 0;
    const changed = Buffer.from(log);
    changed[last + 2000] = (changed[last + 2000] ?? 0) ^ 1;
    expect(measureTornEnd(changed)).toBeGreaterThan(0);
    expect(countRows(changed)).toBe(ends.length - 2);
  });

  test('that was made longer without content is torn', () => {
    expect(measureTornEnd(Buffer.concat([log, Buffer.alloc(100)]))).toBe(100);
    expect(measureTornEnd(Buffer.concat([log, Buffer.alloc(9000)]))).toBeGreaterThan(4000);
  });

  test('that was begun again has the frames of the round before behind it, and they are no torn end', () => {
    const file = join(folder, 'again.sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE step(value BLOB)');
    database.prepare('INSERT INTO step VALUES (?)').run(new Uint8Array(50_000));
    const { length } = readFileSync(`${file}-wal`);
    database.exec('PRAGMA wal_checkpoint(FULL)');
    database.exec('INSERT INTO step VALUES (1)');
    const again = readFileSync(`${file}-wal`);
    database.close();
    expect(again.length).toBe(length);
    expect(measureTornEnd(again)).toBe(0);
  });

  test('of any bytes is measured without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: log.length }), (bytes, at) => {
        const torn = measureTornEnd(bytes);
        expect(torn >= 0 && torn <= bytes.length).toBe(true);
        const mixed = Buffer.from(log);
        mixed.set(bytes.subarray(0, log.length - at), at);
        expect(measureTornEnd(mixed)).toBeLessThanOrEqual(mixed.length);
      }),
    );
  });
});
