/**
 * Throughput of 1, 2 and 4 workers on one machine. `reviews`: small model reviews whose provider takes its time, as providers
 * do. `jobs`: four recorded steps without any work, which is what the database and the queue cost. And what one review costs there.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../src/fleet/postgres/database.ts';
import { migrate } from '../src/fleet/postgres/schema.ts';
import { submitRun } from '../src/fleet/submit-run.ts';
import { readVersion } from '../src/version.ts';
import { loadSettings } from '../src/wiring/settings.ts';
import { runDrill } from '../test/fleet/drill.ts';
import { startPostgres, type TestPostgres } from '../test/fleet/postgres.ts';
import { startProvider } from '../test/fleet/provider.ts';
import type { BenchResult } from './bench-result.ts';

const CREWS = [1, 2, 4];
const REVIEWS = 24;
const JOBS = 400;
const LATENCY_MS = 1500;
const MODEL = 'openai-compatible/loopback';

interface Bench {
  readonly database: Database;
  readonly submit: () => Promise<unknown>;
  readonly untilDone: (count: number) => Promise<void>;
}

interface BenchPlan {
  readonly workers: number;
  readonly latencyMs: number;
  readonly files: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Workers of the product, a provider that takes its time, and runs that are submitted one after another. Nothing is reused. */
async function withWorkers<T>(server: TestPostgres, plan: BenchPlan, work: (bench: Bench) => Promise<T>): Promise<T> {
  const { provider } = await startProvider(plan.latencyMs);
  const url = await server.createDatabase();
  await using database = openDatabase({ url, maxConnections: 4, patienceMs: 60_000 });
  await migrate(database);
  const program = join(import.meta.dirname, '../test/fleet/quick-worker.ts');
  const limit = JSON.stringify({ concurrency: 1000, perSecond: null });
  const crew = Array.from({ length: plan.workers }, () =>
    spawn(process.execPath, [program, url, '4', limit], {
      env: { ...process.env, ...provider.environment },
      stdio: 'ignore',
    }),
  );
  const root = await mkdtemp(join(tmpdir(), 'consensus-review-bench-'));
  for (const [name, text] of Object.entries(plan.files)) await writeFile(join(root, name), text);
  const flags = { model: MODEL, reuse: false, ...plan.flags };
  const selection = { kind: 'all' } as const;
  const settings = await loadSettings({ root, selection, configPath: null, stateDir: null, environment: {}, flags });
  const run = { playbook: 'review', settings, selection, flags, version: readVersion(), project: 'bench' } as const;
  const countDone = async (): Promise<number> => {
    const { rows } = await database.pool.query(`SELECT count(*) FROM consensus_review.runs WHERE status = 'finished'`);
    return Number(rows[0].count);
  };
  try {
    return await work({
      database,
      submit: () => submitRun(database, run),
      untilDone: async (count) => {
        while ((await countDone()) < count) await sleep(50);
      },
    });
  } finally {
    for (const child of crew) child.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
    await provider.close();
  }
}

const SMALL_REVIEW = {
  latencyMs: LATENCY_MS,
  files: { 'a.ts': 'export const a = 1;\nexport const b = 2;\n' },
  flags: { reviewers: 'security,code-quality' },
} as const;

/** Reviews per minute, from the first that is taken to the last that has ended. */
const measureReviews = (server: TestPostgres, workers: number): Promise<number> =>
  withWorkers(server, { workers, ...SMALL_REVIEW }, async ({ submit, untilDone }) => {
    // Every worker has loaded what it needs before the time is taken.
    for (let i = 0; i < 2 * workers; i += 1) await submit();
    await untilDone(2 * workers);
    const startedAt = performance.now();
    for (let i = 0; i < REVIEWS; i += 1) await submit();
    await untilDone(2 * workers + REVIEWS);
    return (REVIEWS / (performance.now() - startedAt)) * 60_000;
  });

/** Six files of 16 k tokens together, so that reviewers have branches of their own and two waves. */
const LARGER_REVIEW = {
  latencyMs: 0,
  files: Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [
      `part-${i + 1}.ts`,
      Array.from(
        { length: 160 },
        (_unused, j) => `export const value${i}x${j} = compute(${i}, ${j}, 'some words');`,
      ).join('\n'),
    ]),
  ),
  flags: {},
} as const;
const COSTED_REVIEWS = 4;

const DATABASE_COST = `SELECT
  (SELECT count(*) FROM consensus_review.tasks) AS tasks,
  (SELECT count(*) FROM consensus_review.steps) AS steps,
  (SELECT count(*) FROM consensus_review.steps WHERE kind = 'call') AS calls,
  (SELECT count(*) FROM consensus_review.events) AS events,
  (SELECT count(*) FROM consensus_review_dbos.workflow_status) AS workflows,
  (SELECT sum(octet_length(value)) FROM consensus_review.steps)
    + (SELECT sum(octet_length(payload) + coalesce(octet_length(result), 0)) FROM consensus_review.tasks)
    + (SELECT sum(octet_length(body)) FROM consensus_review.events)
    + (SELECT sum(octet_length(spec)) FROM consensus_review.runs) AS payload,
  (SELECT coalesce(sum(octet_length(value)), 0) FROM consensus_review.recollections) AS remembered,
  pg_database_size(current_database()) AS disk,
  (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions,
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections`;

/** What one review leaves in the database, and what it asks of it; polling is part of it. */
const measureCost = (server: TestPostgres): Promise<BenchResult> =>
  withWorkers(server, { workers: 1, ...LARGER_REVIEW }, async ({ database, submit, untilDone }) => {
    const read = async (): Promise<Record<string, number>> => {
      const { rows } = await database.pool.query(DATABASE_COST);
      return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]));
    };
    await submit();
    await untilDone(1);
    const before = await read();
    for (let i = 0; i < COSTED_REVIEWS; i += 1) {
      await submit();
      await untilDone(2 + i);
    }
    // Statistics are told a little later.
    await sleep(1500);
    const after = await read();
    const each = (name: string): number => ((after[name] ?? 0) - (before[name] ?? 0)) / COSTED_REVIEWS;
    const [disk, payload] = [each('disk') / 1024, each('payload') / 1024];
    const rows = ['tasks', 'steps', 'calls', 'events', 'workflows'].map((name) => `${each(name)} ${name}`).join(', ');
    return {
      name: 'fleet, one review in the database',
      rounds: COSTED_REVIEWS,
      unit: 'KB on disk',
      ours: disk,
      peer: payload,
      peerName: 'KB of payload, compressed',
      ratio: disk / payload,
      note: `${rows}; ${Math.round((after.remembered ?? 0) / 1024)} KB remembered for later ones; ${Math.round(each('transactions'))} transactions; ${after.connections} connections with one worker of four agents`,
    };
  });

async function measureJobs(server: TestPostgres, workers: number): Promise<number> {
  const quiet = { kills: 0, restarts: 0, zombies: 0, limitMs: 600_000, random: () => 0 };
  const { seconds, done } = await runDrill(server, { jobs: JOBS, workers, ...quiet });
  return (done / seconds) * 60;
}

export async function benchFleet(): Promise<readonly BenchResult[]> {
  await using server = await startPostgres();
  const rows: BenchResult[] = [await measureCost(server)];
  for (const [name, measure] of [
    ['reviews', measureReviews],
    ['jobs', measureJobs],
  ] as const) {
    const rates: number[] = [];
    for (const workers of CREWS) rates.push(await measure(server, workers));
    const [one = 0] = rates;
    rows.push(
      ...CREWS.map((workers, i) => ({
        name: `fleet ${name}, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
        rounds: 1,
        unit: `${name}/min`,
        ours: rates[i] ?? 0,
        peer: one,
        peerName: '1 worker',
        ratio: (rates[i] ?? 0) / one,
        note:
          name === 'reviews' ? `two reviewers, ${LATENCY_MS} ms per call, 4 agents per worker` : 'start-up included',
      })),
    );
  }
  return rows;
}
