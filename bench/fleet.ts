/**
 * Throughput of 1, 2 and 4 workers on one machine. `reviews`: small model reviews whose provider takes its time, as providers
 * do. `jobs`: four recorded steps without any work, which is what the database and the queue cost.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { migrate } from '../src/adapters/postgres/schema.ts';
import { readVersion } from '../src/cli/version.ts';
import { submitRun } from '../src/fleet/submit-run.ts';
import { loadSettings } from '../src/settings.ts';
import { runDrill } from '../test/fleet/drill.ts';
import { startPostgres, type TestPostgres } from '../test/fleet/postgres.ts';
import { startProvider } from '../test/fleet/provider.ts';
import type { BenchResult } from './bench-result.ts';

const CREWS = [1, 2, 4];
const REVIEWS = 24;
const JOBS = 400;
const LATENCY_MS = 1500;
const MODEL = 'openai-compatible/loopback';

/** Reviews per minute, from the first that is taken to the last that has ended. */
async function measureReviews(server: TestPostgres, workers: number): Promise<number> {
  const { provider } = await startProvider(LATENCY_MS);
  const url = await server.createDatabase();
  await using database = openDatabase({ url, maxConnections: 4, patienceMs: 60_000 });
  await migrate(database);
  const program = join(import.meta.dirname, '../test/fleet/quick-worker.ts');
  const limit = JSON.stringify({ concurrency: 1000, perSecond: null });
  const crew = Array.from({ length: workers }, () =>
    spawn(process.execPath, [program, url, '4', limit], {
      env: { ...process.env, ...provider.environment },
      stdio: 'ignore',
    }),
  );
  const root = await mkdtemp(join(tmpdir(), 'consensus-review-bench-'));
  await writeFile(join(root, 'a.ts'), 'export const a = 1;\nexport const b = 2;\n');
  const flags = { model: MODEL, reviewers: 'security,code-quality', reuse: false };
  const selection = { kind: 'all' } as const;
  const settings = await loadSettings({ root, selection, configPath: null, environment: {}, flags });
  const version = readVersion();
  const submit = (): Promise<unknown> =>
    submitRun(database, { playbook: 'review', settings, selection, flags, version, project: 'bench' });
  const countDone = async (): Promise<number> => {
    const { rows } = await database.pool.query(`SELECT count(*) FROM consensus_review.runs WHERE status = 'finished'`);
    return Number(rows[0].count);
  };
  const untilDone = async (count: number): Promise<void> => {
    while ((await countDone()) < count) await sleep(50);
  };
  try {
    // Every worker has loaded what it needs before the time is taken.
    for (let i = 0; i < 2 * workers; i += 1) await submit();
    await untilDone(2 * workers);
    const startedAt = performance.now();
    for (let i = 0; i < REVIEWS; i += 1) await submit();
    await untilDone(2 * workers + REVIEWS);
    return (REVIEWS / (performance.now() - startedAt)) * 60_000;
  } finally {
    for (const child of crew) child.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
    await provider.close();
  }
}

async function measureJobs(server: TestPostgres, workers: number): Promise<number> {
  const quiet = { kills: 0, restarts: 0, zombies: 0, limitMs: 600_000, random: () => 0 };
  const { seconds, done } = await runDrill(server, { jobs: JOBS, workers, ...quiet });
  return (done / seconds) * 60;
}

export async function benchFleet(): Promise<readonly BenchResult[]> {
  await using server = await startPostgres();
  const rows: BenchResult[] = [];
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
