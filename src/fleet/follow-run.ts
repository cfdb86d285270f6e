/**
 * Follows a run of the fleet: passes on its events as they happen, then returns its report. Whoever stops following does not stop the
 * run. Also puts an interrupted run back into the queue (`takeUpRun`). Called by hand-over.ts and cli/commands/fleet-command.ts.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ReviewError } from '../errors.ts';
import type { Emit } from '../ports/events.ts';
import { type ReportDocument, reportSchema } from '../protocol/report/report-document.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import type { Database } from './postgres/database.ts';
import { openWorkQueue } from './postgres/dbos-queue.ts';
import { readEvents } from './postgres/event-log.ts';
import { migrate } from './postgres/schema.ts';
import { createSubmittedRuns } from './postgres/submitted-runs.ts';
import { createTaskQueue, RUN_TASK } from './postgres/task-queue.ts';
import { createWorkerRegistry } from './postgres/worker-registry.ts';
import { parseSpec, type RunSpec } from './run-spec.ts';
import { readResult } from './task-result.ts';
import { DEFAULT_TIMINGS } from './worker.ts';

const POLL_MS = 150;
const LONGEST_POLL_MS = 1000;
const eventSchema = z.looseObject({ kind: z.string() });

export interface Follower {
  readonly emit: Emit;
  /** Asks the fleet to end the run with what it has. */
  readonly interrupt: AbortSignal;
  /** Of whoever follows: the time of a worker begins when it takes the run, and perhaps nobody does. */
  readonly deadlineMs?: number | null;
  /** Goes on with a run that ends although it should not any more: somebody had asked for it before. */
  readonly takeUp?: () => Promise<unknown>;
}

export interface FleetRunFacts {
  readonly id: string;
  readonly version: string;
  readonly config: RunSpec['config'];
}

export async function findFleetRun(database: Database, id: string): Promise<FleetRunFacts> {
  await migrate(database);
  const run = await createSubmittedRuns(database).find(id);
  if (run === null)
    throw new ReviewError('no-run', `${id} is not on ${database.name}.`, {
      advice: 'Check the id and the database; ended runs are kept for a week.',
    });
  return { id, version: run.version, config: parseSpec(run.spec).config };
}

/**
 * Puts an interrupted or failed run back into the queue. `unstopped`: it was about to end, perhaps with nobody there to end it,
 * and is asked to go on. Null where it goes on or is finished.
 */
export async function takeUpRun(
  database: Database,
  { id, version }: FleetRunFacts,
  deadlineMs: number | null = null,
): Promise<'taken-up' | 'unstopped' | null> {
  const runs = createSubmittedRuns(database);
  const take = await runs.reopen(id, deadlineMs);
  if (take === null) return (await runs.unstop(id)) ? 'unstopped' : null;
  await using queue = await openWorkQueue(database);
  await queue.enqueue({ lane: 'runs', runId: id, task: RUN_TASK, take, version });
  return 'taken-up';
}

export interface EndedRun {
  readonly report: ReportDocument;
  /** It was stopped, and can be taken up again. */
  readonly isOpen: boolean;
}

/** A worker that was there from the start has ended the run by then. */
const DEADLINE_GRACE_MS = 3000;
/** How long the report of a run may take that was asked to end when the time was over. */
const LAST_WORD_MS = 15_000;

/** Throws ReviewError as a run on this machine would, and the reason of the interruption where nobody is there to end the run. */
export async function followRun(database: Database, runId: string, follower: Follower): Promise<EndedRun> {
  const runs = createSubmittedRuns(database);
  const tasks = createTaskQueue(database);
  let seen = 0;
  let { takeUp = null } = follower;
  const askToEnd = createEnding(database, runId, follower);
  const tell = async (): Promise<number> => {
    const events = await readEvents(database, runId, seen);
    for (const { seq, body } of events) {
      seen = seq;
      const event = eventSchema.safeParse(JSON.parse(body));
      if (event.success) follower.emit(event.data as unknown as RunEvent);
    }
    return events.length;
  };
  for (let pauseMs = POLL_MS; ; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.1)) {
    const result = (await tasks.results(runId, [RUN_TASK])).get(RUN_TASK);
    while ((await tell()) > 0) pauseMs = POLL_MS;
    if (result !== undefined) {
      const report = readReport(result);
      const isOpen = (await runs.find(runId))?.status === 'interrupted';
      if (!isOpen || takeUp === null || follower.interrupt.aborted) return { report, isOpen };
      await takeUp();
      takeUp = null;
      continue;
    }
    await askToEnd();
    await sleep(pauseMs);
  }
}

/** Asks once, when the user or the time says so; throws where nobody is there to end the run, or nobody does in time. */
function createEnding(database: Database, runId: string, follower: Follower): () => Promise<void> {
  const { interrupt, deadlineMs = null } = follower;
  const overAt = deadlineMs === null ? Number.POSITIVE_INFINITY : performance.now() + deadlineMs + DEADLINE_GRACE_MS;
  let hasAsked = false;
  return async () => {
    const isOver = performance.now() >= overAt;
    if (performance.now() >= overAt + LAST_WORD_MS) throw outOfTime();
    if (hasAsked || !(isOver || interrupt.aborted)) return;
    hasAsked = true;
    await createSubmittedRuns(database).stop(runId);
    const workers = await createWorkerRegistry(database).listReady(DEFAULT_TIMINGS.deadAfterMs);
    if (workers.length === 0) throw interrupt.aborted ? interrupt.reason : outOfTime();
  };
}

const outOfTime = (): ReviewError =>
  new ReviewError('out-of-time', 'the deadline passed and no worker ended the run (--deadline).');

/** Checked, and given on as it was written: the order of its keys is part of it. */
function readReport(result: unknown): ReportDocument {
  const value = readResult(z.unknown(), result);
  const parsed = reportSchema.safeParse(value);
  if (parsed.success) return value as ReportDocument;
  const [issue] = parsed.error.issues;
  throw new ReviewError(
    'no-database',
    `the report in the database is damaged: ${issue?.path.join('.')}: ${issue?.message}.`,
  );
}
