import { describe, expect, test } from 'vitest';
import { collect } from '../../test/contracts/temporary-repository.ts';
import { ReviewError } from '../errors.ts';
import type { Analyzer, AnalyzerOutcome } from '../ports/analyzer.ts';
import type { Assignment, Driver, ReviewEvent } from '../ports/driver.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import type { Journal } from '../ports/journal.ts';
import type { Snapshot } from '../ports/repository.ts';
import { createRedactor } from '../protocol/redaction/redactor.ts';
import { createMemoryJournal, hearSteps } from '../testing/memory-journal.ts';
import {
  describeDifference,
  journalAnalyzer,
  journalIndex,
  journalSearch,
  recordDriver,
  replayDriver,
} from './recorded-effects.ts';
import type { RecordedAnalysis, RecordedScope } from './recording-file.ts';

const FOUND: AnalyzerOutcome = { status: 'completed', reason: null, findings: [], unfinished: [] };
const snapshot = {} as Snapshot;
const { signal } = new AbortController();
const fileAt = (path: string) => ({ path, language: null, text: '', changed: null });
const hashOf = (text: string): string => Buffer.from(text).toString('hex').padEnd(16, '0');

/** Like a program that says its version when it first runs. */
function createLateSpeaker(): Analyzer & { readonly scans: () => number } {
  let version: string | null = null;
  let scans = 0;
  return {
    name: 'late',
    get version() {
      return version;
    },
    reviewers: ['security-reviewer'],
    accepts: () => true,
    scan: async () => {
      scans += 1;
      version = '1.2.3';
      return FOUND;
    },
    scans: () => scans,
  };
}

test('an analyzer that learns its version while it scans says the same where its scans are replayed', async () => {
  const journal = createMemoryJournal({});
  const made = journalAnalyzer(createLateSpeaker(), journal, hashOf, createRedactor());
  for (const path of ['a', 'b']) expect(await made.scan([fileAt(path)], snapshot, signal)).toEqual(FOUND);
  const again = createLateSpeaker();
  const played = journalAnalyzer(again, journal.reopen({}), hashOf, createRedactor());
  for (const path of ['a', 'b']) expect(await played.scan([fileAt(path)], snapshot, signal)).toEqual(FOUND);
  expect([made.version, played.version, again.scans()]).toEqual(['1.2.3', '1.2.3', 0]);
  expect(played.accepts('a', null, 'security-reviewer')).toBe(true);
});

test.each([
  ['read to its end is recorded', 1000, 1],
  ['that was stopped while it was hashed is not recorded, and its files still come', 70, 0],
])('a scope %s', async (_name, stopAt, recorded) => {
  const stop = new AbortController();
  const files = Array.from({ length: 200 }, (_, i) => ({ kind: 'file', path: `${i}.ts`, changed: null }));
  const index = {
    async *measure() {
      yield* files as unknown as readonly IndexedFile[];
    },
  };
  let reads = 0;
  let steps = 0;
  const read: Snapshot['read'] = async () => {
    reads += 1;
    if (reads === stopAt) stop.abort('deadline');
    return { kind: 'text', text: '', bytes: 0 };
  };
  const journal = hearSteps(createMemoryJournal(), () => {
    steps += 1;
  });
  const measured = journalIndex(index, { kind: 'journal', journal }, hashOf).measure(
    { read } as Snapshot,
    (async function* () {
      // What the index measures, it has already.
    })(),
    stop.signal,
  );
  expect([(await collect(measured)).length, steps]).toEqual([200, recorded]);
  expect(reads).toBeLessThanOrEqual(stopAt + 16);
});

test('a scan that was stopped is made again', async () => {
  const journal = createMemoryJournal();
  const analyzer = createLateSpeaker();
  const kept = journalAnalyzer(analyzer, journal, hashOf, createRedactor());
  await kept.scan([fileAt('a')], snapshot, AbortSignal.abort('deadline'));
  await kept.scan([fileAt('a')], snapshot, signal);
  await kept.scan([fileAt('a')], snapshot, signal);
  await kept.scan([fileAt('a'), fileAt('b')], snapshot, signal);
  expect(analyzer.scans()).toBe(3);
  expect(journal.keys).toEqual([`scan/late/${hashOf('a')}`, `scan/late/${hashOf('a\nb')}`]);
});

test('a scan of another version is not taken for this one', async () => {
  const journal = createMemoryJournal();
  const older: Analyzer = { ...createLateSpeaker(), version: '1' };
  await journalAnalyzer(older, journal, hashOf, createRedactor()).scan([fileAt('a')], snapshot, signal);
  const newer = journalAnalyzer({ ...createLateSpeaker(), version: '2' }, journal.reopen(), hashOf, createRedactor());
  await expect(newer.scan([fileAt('a')], snapshot, signal)).rejects.toMatchObject({ code: 'stale-run' });
});

describe('a scope', () => {
  test.each<[string, Record<string, string>, string | null]>([
    ['the same', { a: '1', b: '2' }, null],
    ['another text', { a: '1', b: '3' }, 'changed since: b'],
    ['a new file', { a: '1', b: '2', c: '3' }, 'not in the recording: c'],
    ['a file less', { a: '1' }, 'only in the recording: b'],
    ['all of it', { b: '3', c: '3' }, 'changed since: b; not in the recording: c; only in the recording: a'],
  ])('with %s', (_name, found, difference) => {
    expect(describeDifference({ a: '1', b: '2' }, found)).toBe(difference);
  });

  test('names ten files and counts the others', () => {
    const found = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`f${i}`, '1']));
    expect(describeDifference({}, found)).toBe(
      'not in the recording: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more',
    );
  });

  const listed = (texts: Readonly<Record<string, string | null>>, changed: unknown = null) => {
    const files = Object.keys(texts).map((path) => ({ kind: 'file', path, changed }));
    const read: Snapshot['read'] = async (path) => {
      const text = texts[path] ?? null;
      return text === null ? { kind: 'unusable', reason: 'unreadable' } : { kind: 'text', text, bytes: text.length };
    };
    return { files: files as unknown as readonly IndexedFile[], read };
  };
  const measure = async (
    { files, read }: ReturnType<typeof listed>,
    recording: { readonly kind: 'journal' | 'replay'; readonly journal: Journal },
    hash = hashOf,
  ) => {
    const index = {
      async *measure() {
        yield* files;
        yield { kind: 'ignored', path: 'x.bin', reason: 'binary' } as const;
      },
    };
    const entries = (async function* () {
      // What the index measures, it has already.
    })();
    const found = await collect(journalIndex(index, recording, hash).measure({ read } as Snapshot, entries));
    return found.map(({ path }) => path);
  };

  test('that is replayed has to be the same, file by file', async () => {
    const journal = createMemoryJournal();
    expect(await measure(listed({ 'b.ts': 'b', 'a.ts': 'a' }), { kind: 'journal', journal })).toEqual([
      'b.ts',
      'a.ts',
      'x.bin',
    ]);
    const replay = () => ({ kind: 'replay' as const, journal: journal.reopen() });
    // The recorded order is the one that counts.
    expect(await measure(listed({ 'a.ts': 'a', 'b.ts': 'b' }), replay())).toEqual(['b.ts', 'a.ts', 'x.bin']);
    await expect(measure(listed({ 'a.ts': 'a', 'b.ts': 'c' }), replay())).rejects.toMatchObject({
      code: 'stale-recording',
      detail: expect.stringContaining('the scope is not the one that was recorded; changed since: b.ts.'),
    });
    await expect(measure(listed({ 'a.ts': 'a', 'b.ts': null }), replay())).rejects.toThrow('changed since: b.ts.');
    await expect(measure(listed({ 'a.ts': 'a', 'b.ts': 'b' }, []), replay())).rejects.toThrow(
      'changed since: a.ts, b.ts.',
    );
  });

  test('that goes on may have files beside those that it began with, and none less', async () => {
    const journal = createMemoryJournal();
    await measure(listed({ 'a.ts': 'a' }), { kind: 'journal', journal });
    const resumed = () => ({ kind: 'journal' as const, journal: journal.reopen() });
    expect(await measure(listed({ 'a.ts': 'a', 'new.ts': 'n' }), resumed())).toEqual(['a.ts', 'x.bin']);
    await expect(measure(listed({ 'new.ts': 'n' }), resumed())).rejects.toMatchObject({ code: 'stale-run' });
  });

  test('that was recorded as hashes alone stands for the whole scope, in the order of paths', async () => {
    const journal = createMemoryJournal();
    await measure(listed({ 'b.ts': 'b', 'a.ts': 'a' }), { kind: 'journal', journal });
    const { value } = await journal.step<RecordedScope>({ key: 'scope', kind: 'scope', inputHash: '' }, () =>
      Promise.reject(new Error('it is recorded')),
    );
    expect(Object.keys(value.marks)).toEqual(['a.ts', 'b.ts']);
    expect(value.marks['a.ts']).toBe(hashOf('["a",null]').slice(0, 16));
    const older = createMemoryJournal();
    await older.step({ key: 'scope', kind: 'scope', inputHash: '' }, async () => ({ marks: value.marks }));
    const replay = { kind: 'replay' as const, journal: older };
    expect(await measure(listed({ 'a.ts': 'a', 'b.ts': 'b' }), replay)).toEqual(['a.ts', 'b.ts', 'x.bin']);
    await expect(measure(listed({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' }), replay)).rejects.toThrow(
      'not in the recording: c.ts.',
    );
  });
});

describe('a search', () => {
  const request = { query: 'login', limit: 3, pathPrefix: '' };
  const hash = ({ query }: { readonly query: string }): string => query.repeat(9);
  const createLook = () => {
    const look = Object.assign(
      () => {
        look.times += 1;
        return { passages: [] } as never;
      },
      { times: 0 },
    );
    return look;
  };

  test('is made once in a run, under a short key', async () => {
    const journal = createMemoryJournal();
    const look = createLook();
    const search = journalSearch(look, journal, { hash, isPaid: true });
    const first = await search(request);
    expect(await search(request)).toEqual(first);
    expect(look.times).toBe(1);
    expect(journal.keys).toEqual(['search/loginloginloginl']);
  });

  test.each([true, false])('says whether it is paid for: %j', async (isPaid) => {
    const steps: unknown[] = [];
    const journal = hearSteps(createMemoryJournal(), (step) => steps.push(step));
    await journalSearch(createLook(), journal, { hash, isPaid })(request);
    expect(steps).toEqual([{ key: 'search/loginloginloginl', kind: 'search', inputHash: '', isPaid }]);
  });

  const failing = (error: Error): Journal => ({ ...createMemoryJournal(), step: () => Promise.reject(error) });

  test('that an older recording has not kept is made; any other error stays one', async () => {
    const look = createLook();
    const old = failing(new ReviewError('stale-recording', 'not there.'));
    expect(await journalSearch(look, old, { hash, isPaid: false })(request)).toEqual({ passages: [] });
    expect(look.times).toBe(1);
    for (const error of [new ReviewError('stale-run', 'another.'), new Error('disk full')])
      await expect(journalSearch(look, failing(error), { hash, isPaid: false })(request)).rejects.toBe(error);
    expect(look.times).toBe(1);
  });
});

describe('the embedded reviewers', () => {
  const assigned = (wave: number, name: string, ...paths: string[]): Assignment =>
    ({ wave, reviewer: { name }, files: paths.map((path) => ({ path })) }) as unknown as Assignment;
  const said = [{ kind: 'note' }, { kind: 'outcome' }] as unknown as readonly ReviewEvent[];
  const driver: Driver = {
    name: 'embedded',
    hasContext: true,
    async *review() {
      yield* said;
    },
  };
  const listen = (speaker: Driver, assignment: Assignment) =>
    collect(speaker.review(assignment, {} as never, {} as never, signal));

  test('say in a replay what they said, for the same files, reviewer and wave', async () => {
    const kept: RecordedAnalysis[] = [];
    const recorder = recordDriver(driver, (analysis) => kept.push(analysis), hashOf, createRedactor());
    expect([recorder.name, recorder.hasContext]).toEqual(['embedded', true]);
    expect(await listen(recorder, assigned(1, 'go-reviewer', 'a', 'b'))).toEqual(said);
    expect(kept).toEqual([{ key: `1/go-reviewer/${hashOf('a\nb')}`, events: said }]);
    for await (const event of recorder.review(assigned(3, 'go-reviewer', 'a'), {} as never, {} as never, signal))
      if (event.kind === 'outcome') break;
    expect(kept.at(-1)).toEqual({ key: `3/go-reviewer/${hashOf('a')}`, events: said });
    const replay = replayDriver('recorded', kept, hashOf, createRedactor());
    expect([replay.name, replay.hasContext]).toEqual(['recorded', false]);
    expect(await listen(replay, assigned(1, 'go-reviewer', 'a', 'b'))).toEqual(said);
    expect(await listen(replay, assigned(2, 'go-reviewer', 'a', 'b'))).toEqual([
      {
        kind: 'outcome',
        outcome: {
          status: 'failed',
          cutoffReason: 'error',
          verdict: null,
          vetoReasons: [],
          message: 'the recording has no analyzer results for go-reviewer in wave 2',
        },
      },
    ]);
  });
});
