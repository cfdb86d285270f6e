import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { journalContract } from '../../../test/contracts/journal.ts';
import { buildFinding, buildReport } from '../../../test/support/sample-reports.ts';
import type { ReviewError } from '../../errors.ts';
import { DEFAULT_RETENTION } from '../../protocol/report/stored-run.ts';
import { createMemoryJournal } from '../../testing/memory-journal.ts';
import type { OpenRun, RunEnd } from './open-run.ts';
import { openRunHistory, openRunStore, type RunFacts, type RunStore } from './run-store.ts';

const folders: string[] = [];
const stores: RunStore[] = [];
afterAll(() => {
  for (const store of stores) store[Symbol.dispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const createState = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cr-runs-'));
  folders.push(folder);
  return folder;
};
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 16);
const openStore = (stateDir = createState(), now = NOW): RunStore => {
  const store = openRunStore({ stateDir, clock: { now: () => now } });
  stores.push(store);
  return store;
};
const facts = (more: Partial<RunFacts> = {}): RunFacts => ({
  id: 'run-1',
  root: '/project',
  playbook: 'review',
  mode: 'review',
  model: 'embedded',
  selection: 'src',
  command: { name: 'review', positional: ['src'], flags: { waves: '1' }, cwd: '/project' },
  settings: { config: 'c1' },
  version: '0.1.0',
  startedAt: NOW,
  ...more,
});
const end = (more: Partial<RunEnd> = {}): RunEnd => ({
  status: 'finished',
  reason: null,
  isDeferred: false,
  report: null,
  exitCode: 0,
  finishedAt: NOW + 5,
  ...more,
});
const INTERRUPTED = end({ status: 'interrupted', reason: 'stopped', exitCode: 130 });

const catchError = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
};

journalContract('memory', async () => {
  let journal: ReturnType<typeof createMemoryJournal> | null = null;
  return {
    open: async ({ mayDiverge = false } = {}) => {
      journal = journal === null ? createMemoryJournal({ mayDiverge }) : journal.reopen({ mayDiverge });
      return journal;
    },
    close: async () => undefined,
  };
});

journalContract('sqlite', async () => {
  const store = openStore();
  let run: OpenRun | null = null;
  return {
    async open({ mayDiverge = false } = {}) {
      run?.end({ ...INTERRUPTED, isDeferred: mayDiverge });
      run = run === null ? store.begin(facts()) : store.claim('run-1');
      return run.journal;
    },
    close: async () => run?.[Symbol.dispose](),
  };
});

describe('run store', () => {
  test('a run that ended is listed with what became of it, newest first, and its report comes back whole', async () => {
    const store = openStore();
    const report = buildReport({
      findings: [
        buildFinding({ id: 'H-01', severity: 'HIGH' }),
        buildFinding({ id: 'H-02', severity: 'HIGH', status: 'rejected' }),
      ],
    });
    store.begin(facts()).end(end({ report, exitCode: 1 }));
    store.begin(facts({ id: 'run-2', root: '/other', startedAt: NOW + 1 })).end(INTERRUPTED);
    const [second, first] = await store.list();
    expect([second?.id, second?.status, second?.hasReport, second?.reason]).toEqual([
      'run-2',
      'interrupted',
      false,
      'stopped',
    ]);
    expect(first).toEqual({
      ...facts(),
      selection: report.scope.selection,
      finishedAt: NOW + 5,
      status: 'finished',
      reason: null,
      resumed: 0,
      complete: report.complete,
      verdict: report.verdict,
      exitCode: 1,
      counts: { CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 0 },
      usage: {
        inputTokens: 0,
        outputTokens: 0,
        costUsd: 0,
        calls: 0,
        reusedCalls: 0,
        repeatedCalls: 0,
        unpricedCalls: 0,
      },
      hasReport: true,
    });
    expect(await store.report('run-1')).toEqual(report);
    expect((await store.list({ root: '/other' })).map(({ id }) => id)).toEqual(['run-2']);
    expect((await store.list({ limit: 1 })).map(({ id }) => id)).toEqual(['run-2']);
  });

  test('a run is found by the beginning of its id, if that is the only one', async () => {
    const store = openStore();
    for (const id of ['20261116T1-aaa', '20261116T2-bbb']) store.begin(facts({ id })).end(end());
    expect(await store.find('20261116T')).toBe('ambiguous');
    expect(await store.find('20261116T2')).toMatchObject({ id: '20261116T2-bbb' });
    expect(await store.find('%')).toBeNull();
  });

  test('steps and their raw values can be read', async () => {
    const store = openStore();
    const { journal } = store.begin(facts());
    await journal.step({ key: 'a', kind: 'call', inputHash: 'm', isPaid: true }, async () => ({ text: 'answer' }));
    await journal.step({ key: 'b', kind: 'call', inputHash: 'm', settle: () => 'leave' }, async () => null);
    const steps = await store.steps('run-1');
    expect(steps.map(({ key, kind, begun, doneAt }) => [key, kind, begun, doneAt])).toEqual([
      ['a', 'call', 1, NOW],
      ['b', 'call', 1, null],
    ]);
    expect(await store.value('run-1', { key: 'a', inputHash: 'm' })).toEqual({ text: 'answer' });
    expect(await store.value('run-1', { key: 'b', inputHash: 'm' })).toBeUndefined();
  });

  test('a paid value is on the disk before anybody sees it; an intent, a value for nothing and what is dropped need not be', async () => {
    const durable: boolean[] = [];
    const watch = ({ moment, isDurable }: { moment: string; isDurable: boolean }) => {
      if (moment === 'after') durable.push(isDurable);
    };
    const store = openRunStore({ stateDir: createState(), clock: { now: () => NOW }, watch });
    stores.push(store);
    const run = store.begin(facts());
    const listDurable = async (more: object, effect: () => Promise<unknown> = async () => 1) => {
      durable.length = 0;
      await run.journal.step({ key: 'a', kind: 'call', inputHash: 'm', ...more }, effect).catch(() => null);
      return [...durable];
    };
    expect(await listDurable({ key: 'paid', isPaid: true })).toEqual([false, true]);
    expect(await listDurable({ key: 'free' })).toEqual([false, false]);
    expect(await listDurable({ key: 'dropped', isPaid: true, settle: () => 'drop' })).toEqual([false, false]);
    const fail = () => Promise.reject(new Error('broken'));
    expect(await listDurable({ key: 'thrown', isPaid: true }, fail)).toEqual([false, false]);
    expect((await store.steps('run-1')).map(({ key }) => key)).toEqual(['paid', 'free']);
  });

  test('an effect behind the end of its run is made and not recorded', async () => {
    const store = openStore();
    const run = store.begin(facts());
    run.end(INTERRUPTED);
    const made = await run.journal.step({ key: 'a', kind: 'call', inputHash: 'm' }, async () => 'late');
    expect(made).toEqual({ value: 'late', isRecorded: false, lost: 0 });
    expect(await store.steps('run-1')).toEqual([]);
  });

  test('a run that is under way is refused, a finished one too; one whose process is gone is taken over', async () => {
    const stateDir = createState();
    const store = openStore(stateDir);
    store.begin(facts());
    expect(() => store.claim('run-1')).toThrow(expect.objectContaining({ code: 'run-busy' }));
    expect(await store.forget('run-1')).toBe(false);
    expect(() => store.claim('nobody')).toThrow(expect.objectContaining({ code: 'no-run' }));
    const raw = new DatabaseSync(store.path);
    raw.exec("UPDATE runs SET process_mark = 'somebody else'");
    raw.close();
    expect(await store.find('run-1')).toMatchObject({ status: 'interrupted' });
    const again = store.claim('run-1');
    expect(again.resumed).toBe(1);
    expect(again.end(end())).toBe(true);
    expect(() => store.claim('run-1')).toThrow('finished');
  });

  test('whoever lost the run to another process cannot write into it any more', async () => {
    const store = openStore();
    const zombie = store.begin(facts());
    const { promise, resolve } = Promise.withResolvers<string>();
    const late = zombie.journal.step({ key: 'a', kind: 'call', inputHash: 'm', isPaid: true }, () => promise);
    await new Promise((wait) => setTimeout(wait, 20));
    const raw = new DatabaseSync(store.path);
    raw.exec("UPDATE runs SET status = 'interrupted'");
    raw.close();
    const next = store.claim('run-1');
    resolve('late');
    await expect(late).rejects.toMatchObject({
      code: 'run-busy',
      message: expect.stringContaining('run-1 was taken over by another process; this one stops.'),
    });
    expect(await next.journal.step({ key: 'a', kind: 'call', inputHash: 'm' }, async () => 'fresh')).toEqual({
      value: 'fresh',
      isRecorded: false,
      lost: 1,
    });
    zombie.end(end({ exitCode: 4 }));
    expect(await store.find('run-1')).toMatchObject({ status: 'running', exitCode: null });
  });

  test('a damaged value is said and made again, a damaged report is said', async () => {
    const store = openStore();
    const first = store.begin(facts());
    await first.journal.step({ key: 'a', kind: 'call', inputHash: 'm', isPaid: true }, async () => 'answer');
    first.end({ ...INTERRUPTED, report: buildReport() });
    const raw = new DatabaseSync(store.path);
    raw.exec("UPDATE steps SET value = x'6a2278'; UPDATE reports SET checksum = ''");
    raw.close();
    const again = store.claim('run-1');
    const made = await again.journal.step({ key: 'a', kind: 'call', inputHash: 'm' }, async () => 'anew');
    expect(made).toEqual({ value: 'anew', isRecorded: false, lost: 1 });
    expect(again.warnings).toEqual(['the record of a is damaged: the step is repeated']);
    expect(await store.report('run-1')).toBe('damaged');
  });

  test('a file that is no database is set aside for a new run, and an error for whoever reads', () => {
    const stateDir = createState();
    const { path } = openStore(stateDir);
    for (const store of stores.splice(0)) store[Symbol.dispose]();
    writeFileSync(path, 'this is not a database, and was never one. '.repeat(100));
    expect(() => openRunHistory({ stateDir, clock: { now: () => NOW } })).toThrow(
      expect.objectContaining({ code: 'unusable-state' }),
    );
    expect(openStore(stateDir).warnings).toEqual([expect.stringMatching(/set aside as .*damaged-/u)]);
  });

  const damage = (path: string, from: number, length: number): void => {
    for (const store of stores.splice(0)) store[Symbol.dispose]();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(length, 0xa5), 0, length, from);
    closeSync(file);
  };
  const damageMiddle = (stateDir: string): string => {
    const { path, begin } = openStore(stateDir);
    begin(facts()).end(end());
    damage(path, 6000, 9000);
    return path;
  };

  test('a file in which a run can begin but no step is kept: its path and the way out are said', async () => {
    const stateDir = createState();
    const { path } = openStore(stateDir);
    const raw = new DatabaseSync(path);
    const root = raw.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'steps'").get()?.rootpage;
    const pageBytes = Number(raw.prepare('PRAGMA page_size').get()?.page_size);
    raw.close();
    damage(path, (Number(root) - 1) * pageBytes, pageBytes);
    const run = openStore(stateDir).begin(facts());
    await run.journal.step({ key: 'a', kind: 'call', inputHash: 'm', isPaid: true }, async () => 'answer');
    expect(run.warnings.join()).toContain(`${path} is damaged; move it away, and the next run creates a new one`);
  });

  test('a file damaged behind its header is set aside when a run begins, and the run is kept', async () => {
    const stateDir = createState();
    const path = damageMiddle(stateDir);
    const store = openStore(stateDir);
    store.begin(facts({ id: 'run-2' })).end(end());
    const asides = readdirSync(stateDir).filter((name) => /^runs-1\.sqlite\.damaged-\d+$/u.test(name));
    expect(asides).toHaveLength(1);
    expect(store.warnings).toEqual([
      `the stored runs were damaged; the file was set aside as ${join(stateDir, asides[0] ?? '')}, and a new one was created`,
    ]);
    expect((await store.list()).map(({ id }) => id)).toEqual(['run-2']);
    expect(store.path).toBe(path);
    const next = openStore(stateDir);
    next.begin(facts({ id: 'run-3' })).end(end());
    expect(next.warnings).toEqual([]);
    expect((await next.list()).map(({ id }) => id).toSorted()).toEqual(['run-2', 'run-3']);
  });

  test('of two that meet the damage the second one leaves the new file alone', async () => {
    const stateDir = createState();
    damageMiddle(stateDir);
    const [first, second] = [openStore(stateDir), openStore(stateDir)];
    first.begin(facts({ id: 'run-2' })).end(end());
    second.begin(facts({ id: 'run-3' })).end(end());
    expect(second.warnings).toEqual([]);
    expect((await second.list()).map(({ id }) => id).toSorted()).toEqual(['run-2', 'run-3']);
  });

  test('where a damaged file cannot be set aside its path and the way out are said', () => {
    const stateDir = createState();
    const path = damageMiddle(stateDir);
    const store = openStore(stateDir);
    vi.spyOn(Date, 'now').mockReturnValue(NOW);
    mkdirSync(`${path}.damaged-${NOW}`);
    try {
      const { detail } = catchError(() => store.begin(facts({ id: 'run-2' }))) as ReviewError;
      expect(detail.startsWith(`${path} is damaged and could not be set aside (E`)).toBe(true);
      expect(detail.endsWith('): move it away, and the next run creates a new one.')).toBe(true);
      expect(existsSync(path)).toBe(true);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('a file of another schema is left alone, and said', () => {
    const stateDir = createState();
    const { path } = openStore(stateDir);
    const raw = new DatabaseSync(path);
    raw.exec('PRAGMA user_version = 9');
    raw.close();
    expect(() => openStore(stateDir)).toThrow('the file has schema 9, this version of consensus-review knows 1');
  });

  test('the file is for its user alone', () => {
    expect(statSync(openStore().path).mode & 0o777).toBe(0o600);
  });

  test('a full disk ends the recording, not the run, and is said once', async () => {
    const stateDir = createState();
    let isFull = false;
    const store = openRunStore({
      stateDir,
      clock: { now: () => NOW },
      watch: ({ moment }) => {
        if (isFull && moment === 'inside') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      },
    });
    stores.push(store);
    const run = store.begin(facts());
    await run.journal.step({ key: 'a', kind: 'call', inputHash: 'm', isPaid: true }, async () => 1);
    isFull = true;
    const made = await Promise.all(
      ['b', 'c'].map((key) => run.journal.step({ key, kind: 'call', inputHash: 'm', isPaid: true }, async () => key)),
    );
    expect(made).toEqual(['b', 'c'].map((value) => ({ value, isRecorded: false, lost: 0 })));
    isFull = false;
    await run.journal.step({ key: 'd', kind: 'call', inputHash: 'm', isPaid: true }, async () => 4);
    expect(run.warnings).toEqual([
      'the run can no longer be recorded (database or disk is full): a resumed run repeats what follows',
    ]);
    run.end(INTERRUPTED);
    expect((await store.steps('run-1')).map(({ key }) => key)).toEqual(['a']);
  });
});

describe('retention', () => {
  const fill = async (store: RunStore, count: number, bytes = 10): Promise<void> => {
    for (let i = 0; i < count; i += 1) {
      const run = store.begin(facts({ id: `run-${i}`, startedAt: NOW - i * DAY }));
      const noise = randomBytes(bytes).toString('hex');
      await run.journal.step({ key: 'a', kind: 'call', inputHash: 'm' }, async () => noise);
      run.end(end({ status: i === 1 ? 'interrupted' : 'finished' }));
    }
  };
  const rest = async (store: RunStore): Promise<readonly string[]> =>
    Promise.all(
      (await store.list()).map(async ({ id }) => `${id}${(await store.steps(id)).length > 0 ? ' with steps' : ''}`),
    );

  test.each([
    [
      'nothing',
      {},
      { runs: 0, stripped: 0 },
      ['run-0 with steps', 'run-1 with steps', 'run-2 with steps', 'run-3 with steps'],
    ],
    ['by number', { maxRuns: 2 }, { runs: 2, stripped: 0 }, ['run-0 with steps', 'run-1 with steps']],
    ['by age', { maxAgeDays: 1.5, minRuns: 0 }, { runs: 2, stripped: 0 }, ['run-0 with steps', 'run-1 with steps']],
    [
      'by age, but never the newest',
      { maxAgeDays: 0, minRuns: 3 },
      { runs: 1, stripped: 0 },
      ['run-0 with steps', 'run-1 with steps', 'run-2 with steps'],
    ],
    [
      'raw answers, but not of a run that can be resumed',
      { stepDays: 0.5 },
      { runs: 0, stripped: 2 },
      ['run-0 with steps', 'run-1 with steps', 'run-2', 'run-3'],
    ],
  ])('lets go %s', async (_name, rules, pruned, kept) => {
    const store = openStore();
    await fill(store, 4);
    expect(await store.prune({ ...DEFAULT_RETENTION, ...rules })).toMatchObject(pruned);
    expect(await rest(store)).toEqual(kept);
  });

  test('lets go by size: raw answers of the oldest first, no more than needed, and the file shrinks', async () => {
    const store = openStore();
    await fill(store, 6, 400_000);
    const pruned = await store.prune({ ...DEFAULT_RETENTION, maxBytes: 1_000_000 });
    expect(pruned.runs).toBe(0);
    expect(pruned.stripped).toBeGreaterThan(1);
    expect(pruned.bytes).toBeGreaterThan(200_000);
    expect(statSync(store.path).size).toBeLessThan(1_100_000);
    const kept = await rest(store);
    expect([kept[0], kept[1], kept.at(-1)]).toEqual(['run-0 with steps', 'run-1 with steps', 'run-5']);
  });

  test('a run under way is never let go', async () => {
    const store = openStore();
    store.begin(facts({ startedAt: NOW - 400 * DAY }));
    expect(await store.prune({ maxRuns: 0, maxAgeDays: 0, minRuns: 0, stepDays: 0, maxBytes: 0 })).toMatchObject({
      runs: 0,
    });
    expect(await rest(store)).toEqual(['run-1']);
  });

  test('whoever takes a run over on a full disk is told so, and what to do', () => {
    const stateDir = createState();
    const first = openStore(stateDir);
    first.begin(facts()).end(INTERRUPTED);
    const store = openRunStore({
      stateDir,
      clock: { now: () => NOW },
      watch: ({ moment }) => {
        if (moment === 'inside') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      },
    });
    stores.push(store);
    let refusal: unknown;
    try {
      store.claim('run-1');
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      code: 'unusable-state',
      exit: 2,
      message: expect.stringContaining('database or disk is full'),
      advice: `Free space on the disk of ${stateDir} and try again. Recorded data is not lost.`,
    });
  });
});
