/** Tasks whose queue entry has ended although nobody finished them are done all the same; those that somebody has are left alone. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../src/fleet/postgres/database.ts';
import { openWorkQueue } from '../../src/fleet/postgres/dbos-queue.ts';
import { createSubmittedRuns } from '../../src/fleet/postgres/submitted-runs.ts';
import { RUN_TASK } from '../../src/fleet/postgres/task-queue.ts';
import { createWorkerRegistry } from '../../src/fleet/postgres/worker-registry.ts';
import { START_CHILD } from '../support/kept-code.ts';
import { DRILL_TIMINGS, DRILL_VERSION } from './drill-facts.ts';
import { DRILL_RUN, preparePostgres } from './postgres-fixture.ts';

const fixture = await preparePostgres();
const taskRow = z.object({ run_id: z.string(), status: z.string(), epoch: z.coerce.number() });

/** As a worker leaves it that was replaced, with the one that replaced it gone or not. */
const CASES = {
  'owner-killed': { owner: 'killed', status: 'running' },
  'given-back': { owner: null, status: 'waiting' },
  'somebody-at-it': { owner: 'living', status: 'running' },
} as const;

async function createCases(database: Database): Promise<void> {
  await using queue = await openWorkQueue(database);
  const runs = createSubmittedRuns(database);
  for (const [id, { owner, status }] of Object.entries(CASES)) {
    await runs.submit({ id, ...DRILL_RUN });
    await queue.enqueue({ lane: 'runs', runId: id, task: RUN_TASK, take: 1, version: DRILL_VERSION });
    await database.run('UPDATE consensus_review.tasks SET owner = $2, status = $3, epoch = 2 WHERE run_id = $1', [
      id,
      owner,
      status,
    ]);
  }
  await database.run(`UPDATE consensus_review_dbos.workflow_status SET status = 'SUCCESS'`);
  const worker = { host: 'elsewhere', pid: 1, version: DRILL_VERSION, concurrency: 1 };
  await createWorkerRegistry(database).enlist({ id: 'living', ...worker });
  await database.run(`UPDATE consensus_review.workers SET beat_at = now() + interval '1 hour' WHERE id = 'living'`);
}

const listTasks = (database: Database) =>
  database.rows(taskRow, 'SELECT run_id, status, epoch FROM consensus_review.tasks ORDER BY run_id');

test.skipIf(fixture.whyNot !== null)(
  `a task that nobody would take any more is done by whoever looks around ${fixture.whyNot ?? ''}`,
  async () => {
    const database = await fixture.open();
    await createCases(database);
    const program = join(import.meta.dirname, 'drill-worker.ts');
    const worker = spawn(process.execPath, [START_CHILD, program, database.url, 'looking', '4'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    worker.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    try {
      await expect
        .poll(async () => (await listTasks(database)).filter(({ status }) => status === 'done').length, {
          timeout: 30_000,
        })
        .toBe(2);
      // Several looks later nothing more has happened.
      await sleep(4 * DRILL_TIMINGS.beatMs);
      expect(await listTasks(database)).toEqual([
        { run_id: 'given-back', status: 'done', epoch: 3 },
        { run_id: 'owner-killed', status: 'done', epoch: 3 },
        { run_id: 'somebody-at-it', status: 'running', epoch: 2 },
      ]);
      expect(said.match(/queued \d tasks? again that no worker held/gu)).toEqual([
        'queued 2 tasks again that no worker held',
      ]);
    } finally {
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      await ended;
    }
  },
  60_000,
);
