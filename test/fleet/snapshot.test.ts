/** The files of a run through the database: the contract of every Repository, and what the store has to keep besides. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/fleet/postgres/database.ts';
import { createMaintenance } from '../../src/fleet/postgres/maintenance.ts';
import { createSnapshotStore, DEFAULT_SNAPSHOT_LIMITS } from '../../src/fleet/postgres/snapshot-store.ts';
import { createStoredRepository } from '../../src/fleet/postgres/stored-repository.ts';
import { createSubmittedRuns } from '../../src/fleet/postgres/submitted-runs.ts';
import type { Repository } from '../../src/ports/repository.ts';
import { createMemoryRepository } from '../../src/testing/index.ts';
import { describeRepository } from '../contracts/repository.ts';
import { RULES } from '../contracts/temporary-repository.ts';
import { DRILL_RUN, preparePostgres } from './postgres-fixture.ts';

const fixture = await preparePostgres();

const overDatabase = (database: Database, source: Repository): Repository => ({
  ...source,
  async open(selection, rules) {
    const store = createSnapshotStore(database);
    const { id } = await store.send(await source.open(selection, rules), {}, DEFAULT_SNAPSHOT_LIMITS);
    return createStoredRepository(await store.load(id), store).open(selection, rules);
  },
});

const allOf = (files: Parameters<typeof createMemoryRepository>[0]) =>
  createMemoryRepository(files).open({ kind: 'auto' }, RULES);

describe.skipIf(fixture.whyNot !== null)(`files of a run in PostgreSQL ${fixture.whyNot ?? ''}`, () => {
  let database: Database;
  beforeAll(async () => {
    database = await fixture.open();
  });

  describeRepository('the stored repository', async (files) => overDatabase(database, createMemoryRepository(files)));

  test('a change keeps its lines and the text before it; settings travel', async () => {
    const store = createSnapshotStore(database);
    const source = await allOf({
      'a.ts': { text: 'new\n', base: 'old\n', changed: [{ start: 1, end: 1 }] },
      'b.ts': { text: 'b\n', base: null, changed: null },
      'c.bin': { unusable: 'binary' },
    });
    const settings = { 'REVIEW.md': [{ path: 'REVIEW.md', text: 'Be kind.' }] };
    const { id } = await store.send(source, settings, DEFAULT_SNAPSHOT_LIMITS);
    const repository = createStoredRepository(await store.load(id), store);
    const snapshot = await repository.open({ kind: 'all' }, RULES);
    expect(snapshot.isChange).toBe(true);
    expect(await snapshot.readBase('a.ts')).toBe('old\n');
    expect(await snapshot.readBase('b.ts')).toBeNull();
    expect(await snapshot.read('c.bin')).toEqual({ kind: 'unusable', reason: 'binary' });
    expect(snapshot.identity?.('a.ts')).toMatch(/^blob [0-9a-f]{64}$/u);
    expect(await repository.readSettings('REVIEW.md', { kind: 'all' })).toEqual(settings['REVIEW.md']);
  });

  test('only what the database does not have is sent', async () => {
    const store = createSnapshotStore(database);
    const files = { 'x.ts': 'only here 1\n', 'y.ts': 'only here 2\n' };
    expect((await store.send(await allOf(files), {}, DEFAULT_SNAPSHOT_LIMITS)).sentTexts).toBe(2);
    const changed = { ...files, 'y.ts': 'only here 3\n' };
    expect((await store.send(await allOf(changed), {}, DEFAULT_SNAPSHOT_LIMITS)).sentTexts).toBe(1);
  });

  test('a scope that is too large is refused in words; what lies beside it is left out and counted', async () => {
    const store = createSnapshotStore(database);
    const large = { 'a.ts': 'x'.repeat(600), 'b.ts': 'y'.repeat(600) };
    await expect(store.send(await allOf(large), {}, { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'bad-value',
      detail: expect.stringContaining('that one run may send'),
    });
    const source = await createMemoryRepository(large).open({ kind: 'paths', patterns: ['b.ts'] }, RULES);
    const sent = await store.send(source, {}, { maxBytes: 1000 });
    expect(sent.leftOut).toBe(1);
    const snapshot = await createStoredRepository(await store.load(sent.id), store).open({ kind: 'all' }, RULES);
    expect(await snapshot.read('a.ts')).toEqual({ kind: 'unusable', reason: 'too-large' });
    expect((await snapshot.read('b.ts')).kind).toBe('text');
  });

  test('a damaged manifest or text is said, never used', async () => {
    const own = await fixture.open();
    const store = createSnapshotStore(own);
    const { id } = await store.send(await allOf({ 'a.ts': 'a\n' }), {}, DEFAULT_SNAPSHOT_LIMITS);
    const snapshot = await createStoredRepository(await store.load(id), store).open({ kind: 'all' }, RULES);
    await own.run('DELETE FROM consensus_review.blobs');
    await expect(snapshot.read('a.ts')).rejects.toMatchObject({ code: 'no-database' });
    await own.run(`UPDATE consensus_review.snapshots SET manifest = manifest || '\\x00'::bytea`);
    await expect(store.load(id)).rejects.toMatchObject({ detail: expect.stringContaining('checksum') });
  });

  test('what no open run needs is removed, and nothing else', async () => {
    const own = await fixture.open();
    const store = createSnapshotStore(own);
    const runs = createSubmittedRuns(own);
    const old = await store.send(await allOf({ 'a.ts': 'old\n', 'c.ts': 'both\n' }), {}, DEFAULT_SNAPSHOT_LIMITS);
    const open = await store.send(await allOf({ 'b.ts': 'open\n', 'c.ts': 'both\n' }), {}, DEFAULT_SNAPSHOT_LIMITS);
    await runs.submit({ id: 'ended', ...DRILL_RUN, snapshotId: old.id });
    await runs.submit({ id: 'open', ...DRILL_RUN, snapshotId: open.id });
    await own.run(`UPDATE consensus_review.runs SET status = 'finished', finished_at = now() WHERE id = 'ended'`);
    await own.run(`UPDATE consensus_review.snapshots SET created_at = now() - interval '2 hours'`);
    await own.run(`UPDATE consensus_review.blobs SET used_at = now() - interval '2 days'`);
    await createMaintenance(own).tidy({ forget: async () => undefined, enqueue: async () => undefined });
    const left = await own.pool.query('SELECT count(*) FROM consensus_review.blobs');
    expect(Number(left.rows[0].count)).toBe(2);
    await expect(store.load(old.id)).rejects.toMatchObject({ code: 'no-database' });
    const snapshot = await createStoredRepository(await store.load(open.id), store).open({ kind: 'all' }, RULES);
    expect(await snapshot.read('b.ts')).toMatchObject({ text: 'open\n' });
  });
});
