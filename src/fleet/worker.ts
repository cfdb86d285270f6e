/**
 * Runs one worker of a fleet: takes tasks under a lease and performs them with the function it is given, shows that it lives, gives
 * tasks of dead workers to others, and stops work whose lease it has lost. Told to end, it takes nothing new, finishes what it can and
 * gives the rest back. Called by fleet-worker.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ReviewError } from '../errors.ts';
import { untilAborted } from '../ports/join-signals.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { Database } from './postgres/database.ts';
import { openWorkerQueue, type WorkerQueue } from './postgres/dbos-queue.ts';
import { createMaintenance } from './postgres/maintenance.ts';
import { createSubmittedRuns, type SubmittedRuns } from './postgres/submitted-runs.ts';
import {
  createTaskQueue,
  type Lease,
  LostLease,
  RUN_TASK,
  type TakenTask,
  type TaskQueue,
} from './postgres/task-queue.ts';
import { createWorkerRegistry, type WorkerEntry } from './postgres/worker-registry.ts';
import { createForgottenTasks } from './requeue-tasks.ts';
import { failTask, finishTask } from './task-result.ts';

/** Why a task is stopped, beside the reasons of a run. */
const GIVEN_BACK = 'given-back';
const LOST = 'lost';
/** A promise that is not kept. */
const NEVER = new Promise<never>(() => undefined);
const IDLE_POLL_MS = 50;

export interface WorkerTask extends TakenTask {
  /** Fires with `interrupt` when the run is to end, with another reason when nothing more counts. */
  readonly signal: AbortSignal;
  readonly queue: WorkerQueue;
}

export interface DoneTask {
  readonly value: unknown;
  /** False where the end of the run cut it short: made again where the run is taken up again. */
  readonly isFinal: boolean;
  /** Of a run: its report in short. */
  readonly summary?: unknown;
}

export interface WorkerTimings {
  readonly beatMs: number;
  /** Silence after which a worker is given up. */
  readonly deadAfterMs: number;
  /** How long running tasks may take when the worker is told to end. */
  readonly drainMs: number;
}

export const DEFAULT_TIMINGS: WorkerTimings = { beatMs: 2000, deadAfterMs: 15_000, drainMs: 25_000 };

export interface WorkerOptions {
  readonly database: Database;
  readonly self: WorkerEntry;
  readonly timings: WorkerTimings;
  readonly perform: (task: WorkerTask) => Promise<DoneTask>;
  readonly say: (line: string) => void;
  /** Fires when the worker is to drain. */
  readonly drain: AbortSignal;
}

interface Work {
  readonly lease: Lease;
  readonly stop: AbortController;
  isGivenBack: boolean;
}

/** Resolves when the worker has drained. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { database, self, timings, say, drain } = options;
  const registry = createWorkerRegistry(database);
  const bench = new WorkBench(options);
  await registry.enlist(self);
  await using _heartbeat = startHeartbeat({ url: database.url, worker: self.id, everyMs: timings.beatMs }, (error) =>
    say(`warning: the heartbeat has stopped: ${String(error)}`),
  );
  const queue = await openWorkerQueue(database, {
    worker: self.id,
    version: self.version,
    concurrency: { runs: self.concurrency, agents: self.concurrency },
    perform: (runId, task) => bench.perform(runId, task, queue),
  });
  const maintenance = createMaintenance(database);
  const mayJudge = createGapCheck(timings);
  const forgotten = createForgottenTasks({ worker: self.id, database, queue, holds: bench.holds });
  const takeOver = async (): Promise<void> => {
    if (!mayJudge()) return;
    const owners = (await queue.listOwners()).filter((id) => id !== self.id);
    const dead = await registry.findDead(timings.deadAfterMs, owners);
    const count = dead.length === 0 ? 0 : await queue.recover(dead);
    if (count > 0) say(`took over ${countTasks(count)} of ${dead.join(', ')}`);
    const revived = await forgotten.revive();
    if (revived > 0) say(`queued ${countTasks(revived)} again that no worker held`);
  };
  const lookAround = async (): Promise<void> => {
    await bench.stopLost();
    await takeOver();
    await maintenance.tidy(queue);
  };

  say(`ready on ${database.name}: ${self.concurrency} agents at the same time, version ${self.version}`);
  const hasEnded = new AbortController();
  const looking = repeatUntil(hasEnded.signal, timings.beatMs, lookAround, say);
  // Rejects where the database stays away.
  await Promise.race([untilAborted(drain), looking]);

  say(`draining: no new tasks, ${bench.size} running`);
  await registry.setStatus(self.id, 'draining');
  await queue.pause();
  // Runs only wait for their agents; whoever takes them next finds what they have.
  await bench.giveBack(({ task }) => task === RUN_TASK);
  await bench.untilIdle(timings.drainMs);
  await bench.giveBack(() => true);
  await queue.stop();
  hasEnded.abort();
  await looking;
  await registry.setStatus(self.id, 'left');
  say('drained');
}

/** While nobody could look, nobody could show that it lives either: after a gap the others have their time again. */
function createGapCheck({ deadAfterMs, beatMs }: WorkerTimings): () => boolean {
  let lastAt = performance.now();
  let calmUntil = lastAt;
  return () => {
    const now = performance.now();
    if (now - lastAt > deadAfterMs - beatMs) calmUntil = now + deadAfterMs;
    lastAt = now;
    return now >= calmUntil;
  };
}

const countTasks = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`;

/** What this worker has in hand. */
class WorkBench {
  readonly #options: WorkerOptions;
  readonly #tasks: TaskQueue;
  readonly #runs: SubmittedRuns;
  readonly #working = new Set<Work>();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#tasks = createTaskQueue(options.database);
    this.#runs = createSubmittedRuns(options.database);
  }

  readonly holds = ({ runId, task, epoch }: Lease): boolean =>
    [...this.#working].some(
      ({ lease, isGivenBack }) => !isGivenBack && lease.runId === runId && lease.task === task && lease.epoch === epoch,
    );

  get size(): number {
    return this.#working.size;
  }

  async perform(runId: string, task: string, queue: WorkerQueue): Promise<void> {
    const { self, say, perform } = this.#options;
    const taken = await this.#tasks.take(runId, task, self.id);
    if (taken === null) return;
    const work: Work = { lease: taken.lease, stop: new AbortController(), isGivenBack: false };
    this.#working.add(work);
    // Told to end before anybody took it: nothing of it is begun.
    if ((await this.#runs.listStopped([runId])).has(runId)) work.stop.abort('interrupt');
    say(`${runId}: ${task} begun${taken.lease.epoch > 1 ? ` (take ${taken.lease.epoch})` : ''}`);
    const settled = this.#settle(work, () => perform({ ...taken, signal: work.stop.signal, queue })).finally(() =>
      this.#working.delete(work),
    );
    // To the queue a task that was given back has not ended.
    await settled;
    if (work.isGivenBack) await NEVER;
  }

  async #settle({ lease, stop }: Work, act: () => Promise<DoneTask>): Promise<void> {
    const { say } = this.#options;
    const name = `${lease.runId}: ${lease.task}`;
    try {
      const { result, isFinal, summary } = await act().then(
        ({ value, isFinal, summary = null }) => ({ result: finishTask(value), isFinal, summary }),
        (error: unknown) => {
          if (error instanceof LostLease) throw error;
          // Whoever mends what was wrong can take the run up again.
          return { result: failTask(error), isFinal: false, summary: null };
        },
      );
      if (stop.signal.reason === LOST) throw new LostLease(lease);
      const failure = result.kind === 'failed' ? result.message : null;
      await this.#tasks.finish(lease, result, isFinal, { summary, failure });
      say(`${name} ${failure === null ? 'done' : `failed: ${failure}`}`);
    } catch (error) {
      if (!(error instanceof LostLease)) throw error;
      say(`${name} left to another worker`);
    }
  }

  /** At most that long; what was given back is nobody's here. */
  async untilIdle(limitMs: number): Promise<void> {
    const endAt = performance.now() + limitMs;
    while (performance.now() < endAt && [...this.#working].some(({ isGivenBack }) => !isGivenBack))
      await sleep(IDLE_POLL_MS);
  }

  /** Stops what another worker has by now, and what is to end. */
  async stopLost(): Promise<void> {
    const leases = [...this.#working].map(({ lease }) => lease);
    const lost = new Set(await this.#tasks.findLost(leases));
    const ending = await this.#runs.listStopped([...new Set(leases.map(({ runId }) => runId))]);
    for (const { lease, stop } of this.#working) {
      if (lost.has(lease)) stop.abort(LOST);
      else if (ending.has(lease.runId)) stop.abort('interrupt');
    }
  }

  /** From here on nothing is written for them: whoever takes them next begins where the journal ends. */
  async giveBack(isMeant: (lease: Lease) => boolean): Promise<void> {
    const given = [...this.#working].filter(({ lease, isGivenBack }) => !isGivenBack && isMeant(lease));
    if (given.length === 0) return;
    for (const work of given) work.isGivenBack = true;
    await this.#tasks.release(given.map(({ lease }) => lease));
    for (const { stop } of given) stop.abort(GIVEN_BACK);
    this.#options.say(`gave back ${countTasks(given.length)}`);
  }
}

async function repeatUntil(
  ended: AbortSignal,
  everyMs: number,
  act: () => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  while (!ended.aborted) {
    await act().catch((error: unknown) => {
      // With a cause it is the connection that is gone, for longer than anybody waits; not a row that is damaged.
      if (error instanceof ReviewError && error.code === 'no-database' && error.cause !== undefined) throw error;
      say(`warning: ${error instanceof Error ? error.message : String(error)}`);
    });
    await pause(everyMs, ended);
  }
}

const pause = (milliseconds: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      ended.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
  });
