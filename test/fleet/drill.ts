/**
 * The drill: many jobs, several worker processes, and everything that can happen to them: killed, stopped and continued long
 * after they were given up, the database restarted under them. Counts what was lost and what was done twice.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Database, openDatabase } from '../../src/fleet/postgres/database.ts';
import { openWorkQueue } from '../../src/fleet/postgres/dbos-queue.ts';
import { migrate } from '../../src/fleet/postgres/schema.ts';
import { createSubmittedRuns } from '../../src/fleet/postgres/submitted-runs.ts';
import { createTaskQueue, RUN_TASK } from '../../src/fleet/postgres/task-queue.ts';
import { readResult } from '../../src/fleet/task-result.ts';
import { START_CHILD } from '../support/kept-code.ts';
import { DRILL_STEPS, DRILL_TIMINGS, DRILL_VERSION } from './drill-facts.ts';
import type { TestPostgres } from './postgres.ts';
import { DRILL_RUN } from './postgres-fixture.ts';

export interface DrillPlan {
  readonly jobs: number;
  readonly workers: number;
  readonly kills: number;
  readonly restarts: number;
  readonly zombies: number;
  readonly limitMs: number;
  /** Chooses who is hit, in [0, 1). */
  readonly random: () => number;
  readonly onProgress?: (line: string) => void;
}

export interface DrillResult {
  readonly done: number;
  /** Jobs without a result, or with a wrong one. */
  readonly lost: number;
  /** Results or recorded values that were written a second time. */
  readonly doubles: number;
  /** Effects that ran again, since nobody knew how they had ended. */
  readonly repeats: number;
  /** Tasks that a worker had to leave to another. */
  readonly fenced: number;
  /** Tasks that were handed out again. */
  readonly takenOver: number;
  readonly seconds: number;
}

/** Counts every write of a result or of a recorded value, whoever makes it. */
const COUNTERS = `
  CREATE TABLE drill_effects (run_id text NOT NULL, step integer NOT NULL);
  CREATE TABLE drill_writes (what text NOT NULL);
  CREATE FUNCTION drill_count() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO drill_writes VALUES (TG_ARGV[0] || ' ' || NEW.run_id || ' ' || NEW.key); RETURN NEW; END $$;
  CREATE TRIGGER count_results AFTER UPDATE ON consensus_review.tasks FOR EACH ROW
    WHEN (NEW.status = 'done') EXECUTE FUNCTION drill_count('result');
  CREATE TRIGGER count_values AFTER UPDATE ON consensus_review.steps FOR EACH ROW
    WHEN (NEW.value IS NOT NULL) EXECUTE FUNCTION drill_count('value');
`;

const countRow = z.object({ count: z.coerce.number() });
const answerSchema = z.object({ job: z.string(), answers: z.array(z.number()) });

class Crew {
  readonly #url: string;
  readonly #living = new Map<string, ChildProcess>();
  readonly #stopped = new Set<string>();
  #hired = 0;
  #said = '';

  constructor(url: string) {
    this.#url = url;
  }

  hire(): void {
    this.#hired += 1;
    const id = `worker-${this.#hired}`;
    const program = join(import.meta.dirname, 'drill-worker.ts');
    const child = spawn(process.execPath, [START_CHILD, program, this.#url, id, '4'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#said += chunk.toString('utf8');
    });
    child.on('exit', () => this.#living.delete(id));
    this.#living.set(id, child);
  }

  #choose(random: () => number): [string, ChildProcess] | null {
    const free = [...this.#living].filter(([id]) => !this.#stopped.has(id));
    return free[Math.floor(random() * free.length)] ?? null;
  }

  kill(random: () => number): void {
    const [id, child] = this.#choose(random) ?? [];
    // Nobody is killed twice, however long its end takes.
    if (id !== undefined) this.#living.delete(id);
    child?.kill('SIGKILL');
    this.hire();
  }

  /** Stopped until long after everybody thinks it dead, then continued. */
  async makeZombie(random: () => number): Promise<void> {
    const chosen = this.#choose(random);
    if (chosen === null) return;
    const [id, child] = chosen;
    this.#stopped.add(id);
    child.kill('SIGSTOP');
    await sleep(DRILL_TIMINGS.deadAfterMs + 4 * DRILL_TIMINGS.beatMs);
    child.kill('SIGCONT');
    this.#stopped.delete(id);
  }

  count(words: RegExp): number {
    return this.#said.match(words)?.length ?? 0;
  }

  get takenOver(): number {
    return [...this.#said.matchAll(/took over (\d+)/gu)].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  async dismiss(): Promise<void> {
    const children = [...this.#living.values()];
    for (const child of children) {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
    }
    const ended = Promise.all(children.map((child) => new Promise((resolve) => child.on('exit', resolve))));
    await Promise.race([ended, sleep(10_000)]);
    for (const child of this.#living.values()) child.kill('SIGKILL');
  }
}

export async function runDrill(server: TestPostgres, plan: DrillPlan): Promise<DrillResult> {
  const url = await server.createDatabase();
  await using database = openDatabase({ url, maxConnections: 8, patienceMs: 60_000 });
  await migrate(database);
  await database.run(COUNTERS);
  const crew = new Crew(url);
  try {
    const startedAt = performance.now();
    for (let i = 0; i < plan.workers; i += 1) crew.hire();
    const ids = await submitJobs(database, plan.jobs);
    const zombies = await disturb(database, server, crew, plan);
    await untilDone(database, plan.jobs, plan.limitMs - (performance.now() - startedAt));
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all(zombies);
    // Whatever a zombie still has to say, it says now.
    await sleep(4 * DRILL_TIMINGS.beatMs);
    return {
      ...(await countDamage(database, ids)),
      fenced: crew.count(/left to another/gu),
      takenOver: crew.takenOver,
      seconds,
    };
  } finally {
    await crew.dismiss();
  }
}

async function submitJobs(database: Database, jobs: number): Promise<readonly string[]> {
  await using queue = await openWorkQueue(database);
  const runs = createSubmittedRuns(database);
  const ids = Array.from({ length: jobs }, (_, i) => `job-${String(i + 1).padStart(5, '0')}`);
  const waiting = [...ids];
  const submit = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await runs.submit({ id, ...DRILL_RUN });
      await queue.enqueue({ lane: 'runs', runId: id, task: RUN_TASK, take: 1, version: DRILL_VERSION });
    }
  };
  await Promise.all(Array.from({ length: 4 }, submit));
  return ids;
}

const countDone = async (database: Database): Promise<number> =>
  (await database.rows(countRow, `SELECT count(*) FROM consensus_review.tasks WHERE status = 'done'`))[0]?.count ?? 0;

/** Spread evenly over the work, in an order of chance. */
async function disturb(
  database: Database,
  server: TestPostgres,
  crew: Crew,
  { jobs, kills, restarts, zombies, random, limitMs, onProgress }: DrillPlan,
): Promise<readonly Promise<void>[]> {
  const events = [
    ...Array.from({ length: kills }, () => 'kill' as const),
    ...Array.from({ length: restarts }, () => 'restart' as const),
    ...Array.from({ length: zombies }, () => 'zombie' as const),
  ]
    .map((what) => ({ what, place: random() }))
    .sort((a, b) => a.place - b.place);
  const endAt = performance.now() + limitMs;
  const stopped: Promise<void>[] = [];
  for (const [i, { what }] of events.entries()) {
    const dueAt = Math.floor(((i + 1) * jobs * 0.95) / (events.length + 1));
    let done = await countDone(database);
    while (done < dueAt && performance.now() < endAt) {
      await sleep(50);
      done = await countDone(database);
    }
    onProgress?.(`${done}/${jobs} done: ${what}`);
    if (what === 'kill') crew.kill(random);
    if (what === 'restart') await server.restart();
    if (what === 'zombie') stopped.push(crew.makeZombie(random));
  }
  return stopped;
}

async function untilDone(database: Database, jobs: number, limitMs: number): Promise<void> {
  const endAt = performance.now() + limitMs;
  while (performance.now() < endAt && (await countDone(database)) < jobs) await sleep(100);
}

async function countDamage(
  database: Database,
  ids: readonly string[],
): Promise<Pick<DrillResult, 'done' | 'lost' | 'doubles' | 'repeats'>> {
  const tasks = createTaskQueue(database);
  const right = JSON.stringify(Array.from({ length: DRILL_STEPS }, (_, i) => (i + 1) ** 2));
  const results = await Promise.all(ids.map(async (id) => (await tasks.results(id, [RUN_TASK])).get(RUN_TASK)));
  const good = results.filter((result, i) => {
    if (result === undefined) return false;
    const { job, answers } = readResult(answerSchema, result);
    return job === ids[i] && JSON.stringify(answers) === right;
  }).length;
  const [doubles] = await database.rows(
    countRow,
    'SELECT count(*) FROM (SELECT what FROM drill_writes GROUP BY what HAVING count(*) > 1) AS twice',
  );
  const [repeats] = await database.rows(
    countRow,
    'SELECT count(*) - count(DISTINCT (run_id, step)) AS count FROM drill_effects',
  );
  return {
    done: await countDone(database),
    lost: ids.length - good,
    doubles: doubles?.count ?? 0,
    repeats: repeats?.count ?? 0,
  };
}
