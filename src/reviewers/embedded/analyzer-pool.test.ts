/** The pool against real threads: order, questions to the snapshot, abort, and threads that break, end or hang. */
import { afterEach, describe, expect, test } from 'vitest';
import { BARE_HOST } from '../../analyzers/declaration.ts';
import { ANALYZERS } from '../../analyzers/list.ts';
import { openAnalyzer } from '../../analyzers/open-analyzer.ts';
import type { Analyzer, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { type AnalyzerPool, type AnalyzerPoolOptions, createAnalyzerPool } from './analyzer-pool.ts';

const OBEDIENT = new URL('../../../test/obedient-thread.ts', import.meta.url);
const REAL = new URL('../../wiring/analyzer-thread.ts', import.meta.url);
const signal = new AbortController().signal;

/** Scans nothing by itself: whoever asks it was not sent to a thread. */
const stub: Analyzer = {
  name: 'obedient',
  version: null,
  reviewers: ['security-reviewer'],
  accepts: () => true,
  scan: async () => ({ status: 'completed', reason: 'inline', findings: [], unfinished: [] }),
};

const pools: AnalyzerPool[] = [];
function openPool(options: Partial<AnalyzerPoolOptions> = {}): AnalyzerPool {
  const pool = createAnalyzerPool({ thread: OBEDIENT, threads: 2, startCharacters: 0, ...options });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

async function openSnapshot(texts: Readonly<Record<string, string>>): Promise<[SourceFile[], Snapshot]> {
  const files = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, { text, base: `old ${path}`, changed: [{ start: 1, end: 1 }] }]),
  );
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 10_000_000 };
  const snapshot = await createMemoryRepository(files).open({ kind: 'auto' }, rules);
  return [
    Object.entries(texts).map(([path, text]) => ({ path, text, language: 'typescript', changed: null })),
    snapshot,
  ];
}

const told = ({ status, reason, findings, unfinished }: AnalyzerOutcome) => ({
  status,
  reason,
  findings: findings.map(({ file, title }) => `${file} ${title}`),
  unfinished,
});

/** Long enough to be a portion of its own. */
const portion = (order: string): string => `${order} ${'x'.repeat(400_000)}`;

describe('analyzer pool', () => {
  test('the outcome is in the order of the files, whichever portion ends first', async () => {
    const [files, snapshot] = await openSnapshot({
      'a.ts': `slow 80 ${'x'.repeat(400_000)}`,
      'b.ts': portion('quick'),
      'c.ts': portion('quick'),
    });
    expect(told(await openPool().wrap(stub).scan(files, snapshot, signal))).toEqual({
      status: 'completed',
      reason: null,
      findings: ['a.ts slow', 'b.ts quick', 'c.ts quick'],
      unfinished: [],
    });
  });

  test('a thread gets its answers from the snapshot of the caller', async () => {
    const [files, snapshot] = await openSnapshot({ 'a.ts': 'look' });
    const { findings } = await openPool().wrap(stub).scan(files, snapshot, signal);
    expect(findings[0]?.issue).toBe('base old a.ts');
  });

  test('little work starts no thread', async () => {
    const [files, snapshot] = await openSnapshot({ 'a.ts': 'exit' });
    const pool = openPool({ startCharacters: 5 });
    expect((await pool.wrap(stub).scan(files, snapshot, signal)).reason).toBe('inline');
  });

  test.each([
    ['throw', /^a thread broke: b\.ts is poison$/u],
    ['exit', /^a thread ended with 3$/u],
    ['hang', /^took longer than 5 s$/u],
  ])('a thread that meets %s leaves its portion unfinished and the others whole', async (order, reason) => {
    const [files, snapshot] = await openSnapshot({
      'a.ts': portion('fine'),
      'b.ts': portion(order),
      'c.ts': portion('fine'),
      'd.ts': portion('fine'),
    });
    const outcome = told(
      await openPool({ portionMs: order === 'hang' ? 5000 : 60_000 })
        .wrap(stub)
        .scan(files, snapshot, signal),
    );
    expect(outcome).toEqual({
      status: 'partial',
      reason: expect.stringMatching(reason),
      findings: ['a.ts fine', 'c.ts fine', 'd.ts fine'],
      unfinished: ['b.ts'],
    });
  });

  test('when every thread breaks nothing is lost and nothing waits for ever', async () => {
    const texts = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`f${at}.ts`, portion('exit')]));
    const [files, snapshot] = await openSnapshot(texts);
    const outcome = await openPool().wrap(stub).scan(files, snapshot, signal);
    expect(told(outcome)).toEqual({
      status: 'failed',
      reason: 'a thread ended with 3; no thread is left to scan it',
      findings: [],
      unfinished: Object.keys(texts),
    });
  });

  test('an abort reaches the thread, and what still waits is not begun', async () => {
    const [files, snapshot] = await openSnapshot({
      'a.ts': portion('patience'),
      'b.ts': portion('patience'),
      'c.ts': portion('fine'),
    });
    const abort = new AbortController();
    const scan = openPool().wrap(stub).scan(files, snapshot, abort.signal);
    setTimeout(() => abort.abort(), 300);
    expect(told(await scan)).toMatchObject({ findings: [], unfinished: ['a.ts', 'b.ts', 'c.ts'] });
  });

  test('the real analyzers find on threads, byte for byte, what they find without', async () => {
    const source = (at: number) =>
      `import { exec } from 'node:child_process';\nexport async function save${at}(req) {\n  exec('ls ' + req.query.name);\n  try { work(); } catch (error) {}\n}\nexport function run(req) {\n  save${at}(req);\n  throw new Error('error');\n}\n${`// ${'filler '.repeat(2000)}\n`.repeat(4)}`;
    const texts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`src/f${at}.ts`, source(at)]));
    const [files, snapshot] = await openSnapshot(texts);
    const pool = openPool({ thread: REAL, data: BARE_HOST });
    for (const declaration of ANALYZERS) {
      if (declaration.runsOn !== 'threads') continue;
      const analyzer = openAnalyzer(declaration);
      const inline = await analyzer.scan(files, snapshot, signal);
      const first = await pool.wrap(analyzer).scan(files, snapshot, signal);
      const second = await pool.wrap(analyzer).scan(files, snapshot, signal);
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      expect(first.findings.map((each) => JSON.stringify(each)).toSorted()).toEqual(
        inline.findings.map((each) => JSON.stringify(each)).toSorted(),
      );
    }
  }, 60_000);
});
