/** The pool against real processes: order, questions to the snapshot, abort, and scans that break, never end or take all memory. */
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { BARE_HOST } from '../../analyzers/declaration.ts';
import { ANALYZERS } from '../../analyzers/list.ts';
import { openAnalyzer } from '../../analyzers/open-analyzer.ts';
import type { Analyzer, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { type AnalyzerPool, type AnalyzerPoolOptions, createAnalyzerPool } from './analyzer-pool.ts';

const OBEDIENT = new URL('../../../test/obedient-process.ts', import.meta.url);
const REAL = new URL('../../wiring/analyzer-process.js', import.meta.url);
const signal = new AbortController().signal;

/** Scans nothing by itself: whoever asks it was not sent to a process. */
const stub: Analyzer = {
  name: 'obedient',
  version: null,
  reviewers: ['security-reviewer'],
  accepts: () => true,
  scan: async () => ({ status: 'completed', reason: 'inline', findings: [], unfinished: [] }),
};

const pools: AnalyzerPool[] = [];
function openPool(options: Partial<AnalyzerPoolOptions> = {}): AnalyzerPool {
  const pool = createAnalyzerPool({ process: OBEDIENT, processes: 2, ...options });
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

  test('a process gets its answers from the snapshot of the caller', async () => {
    const [files, snapshot] = await openSnapshot({ 'a.ts': 'look' });
    const { findings } = await openPool().wrap(stub).scan(files, snapshot, signal);
    expect(findings[0]?.issue).toBe('base old a.ts');
  });

  test('a process that lives on keeps no snapshot of work that is over: an editor makes one with every edit', async () => {
    const pool = openPool({ processes: 1 });
    const review = async (): Promise<WeakRef<Snapshot>> => {
      const [files, snapshot] = await openSnapshot({ 'a.ts': 'look' });
      await pool.wrap(stub).scan(files, snapshot, signal);
      return new WeakRef(snapshot);
    };
    const kept: WeakRef<Snapshot>[] = [];
    for (let at = 0; at < 6; at += 1) kept.push(await review());
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const countKept = (): number => {
      collect();
      return kept.slice(0, -1).filter((each) => each.deref() !== undefined).length;
    };
    // After five seconds without work the process ends, and all with it.
    await expect.poll(countKept, { timeout: 3000 }).toBe(0);
  });

  const LIMITED = [
    ['spin', /^stopped after 0\.5 s of processor time$/u, { fileMs: 500, characterMs: 0 }],
    ['hang', /^no end within 3 s$/u, { stillMs: 3000 }],
    ['grow', /^stopped at 600 MB of memory$/u, { memoryMb: 600, stillMs: 20_000 }],
  ] as const;

  test.each([
    ['throw', false, /^it crashed \(its process ended with 1\)$/u, {}],
    ['exit', false, /^it crashed \(its process ended with 3\)$/u, {}],
    ...[false, true].flatMap((isInside) => LIMITED.map(([order, ...rest]) => [order, isInside, ...rest] as const)),
  ] as const)(
    'a file that makes its scan %s is left unfinished, and the others of its portion are whole (watched from inside: %s)',
    async (order, watchesItself, reason, limits) => {
      const [files, snapshot] = await openSnapshot({ 'a.ts': 'fine', 'b.ts': order, 'c.ts': 'fine', 'd.ts': 'fine' });
      const pool = openPool({ limits, watchesItself });
      const outcome = told(await pool.wrap(stub).scan(files, snapshot, signal));
      expect(outcome).toEqual({
        status: 'partial',
        reason: expect.stringMatching(reason),
        findings: ['a.ts fine', 'c.ts fine', 'd.ts fine'],
        unfinished: ['b.ts'],
      });
    },
    60_000,
  );

  test('files that end their process one after the other cost no other file, and each gets less time after the first few', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`f${at}.ts`, at % 2 === 0 ? 'spin' : 'fine']),
    );
    const [files, snapshot] = await openSnapshot(texts);
    const limits = { fileMs: 400, hurriedMs: 200, patience: 1, characterMs: 0 };
    const outcome = await openPool({ processes: 1, limits }).wrap(stub).scan(files, snapshot, signal);
    expect(told(outcome)).toEqual({
      status: 'partial',
      reason: 'stopped after 0.4 s of processor time; stopped after 0.2 s of processor time',
      findings: ['f1.ts fine', 'f3.ts fine', 'f5.ts fine'],
      unfinished: ['f0.ts', 'f2.ts', 'f4.ts'],
    });
    expect(outcome.reasons?.['f4.ts']).toBe('stopped after 0.2 s of processor time');
  }, 60_000);

  test('where no process gets to its first file nothing is lost and nothing waits for ever', async () => {
    const texts = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`f${at}.ts`, portion('fine')]));
    const [files, snapshot] = await openSnapshot(texts);
    const process = new URL('../../../test/no-such-process.ts', import.meta.url);
    const outcome = await openPool({ process }).wrap(stub).scan(files, snapshot, signal);
    expect(told(outcome)).toMatchObject({ status: 'failed', findings: [], unfinished: Object.keys(texts) });
    expect(outcome.reason).toMatch(
      /^it crashed \(its process ended with 1\); no process could be started to scan it$/u,
    );
  }, 60_000);

  test('an abort reaches the process, and what still waits is not begun', async () => {
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

  test('a scan that does not hear of the abort is ended', async () => {
    const [files, snapshot] = await openSnapshot({ 'a.ts': 'spin', 'b.ts': 'fine' });
    const abort = new AbortController();
    const scan = openPool({ limits: { abortMs: 100 } })
      .wrap(stub)
      .scan(files, snapshot, abort.signal);
    setTimeout(() => abort.abort(), 300);
    expect(told(await scan)).toMatchObject({ reason: 'aborted', findings: [], unfinished: ['a.ts', 'b.ts'] });
  });

  test('much text changes no setting of the engine in a process that is not the command', async () => {
    const [files, snapshot] = await openSnapshot({ 'src/long.ts': `// ${'filler '.repeat(20_000)}\n` });
    const settings = cachedDataVersionTag();
    await openPool().wrap(stub).scan(files, snapshot, signal);
    expect(cachedDataVersionTag()).toBe(settings);
  });

  test('the real analyzers find in processes, byte for byte, what they find without', async () => {
    const source = (at: number) =>
      `import { exec } from 'node:child_process';\nexport async function save${at}(req) {\n  exec('ls ' + req.query.name);\n  try { work(); } catch (error) {}\n}\nexport function run(req) {\n  save${at}(req);\n  throw new Error('error');\n}\n${`// ${'filler '.repeat(2000)}\n`.repeat(4)}`;
    const texts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`src/f${at}.ts`, source(at)]));
    const [files, snapshot] = await openSnapshot(texts);
    const pool = openPool({ process: REAL });
    for (const declaration of ANALYZERS) {
      if (declaration.runsOn !== 'process') continue;
      const analyzer = openAnalyzer(declaration);
      const inline = await analyzer.scan(files, snapshot, signal);
      const first = await pool.wrap(analyzer, BARE_HOST).scan(files, snapshot, signal);
      const second = await pool.wrap(analyzer, BARE_HOST).scan(files, snapshot, signal);
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      expect(first.findings.map((each) => JSON.stringify(each)).toSorted()).toEqual(
        inline.findings.map((each) => JSON.stringify(each)).toSorted(),
      );
    }
  }, 60_000);
});
