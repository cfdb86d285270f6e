/**
 * Submits a run to the fleet: first its files, then what is asked, then its place in the queue. Returns its id and how many workers
 * are ready, before any worker has taken it. Called by hand-over.ts and cli/commands/fleet-command.ts.
 */
import { randomBytes } from 'node:crypto';
import type { Selection } from '../ports/repository.ts';
import { limitsOf } from '../wiring/model-reviewers.ts';
import { listNoteNames, readNoteFile } from '../wiring/project-notes.ts';
import { createRandomIds, createSystemClock } from '../wiring/system.ts';
import type { Database } from './postgres/database.ts';
import { openWorkQueue } from './postgres/dbos-queue.ts';
import type { RunOrigin } from './postgres/run-history.ts';
import { migrate } from './postgres/schema.ts';
import {
  createSnapshotStore,
  DEFAULT_SNAPSHOT_LIMITS,
  readSettingsOf,
  type SentSnapshot,
} from './postgres/snapshot-store.ts';
import { createSubmittedRuns } from './postgres/submitted-runs.ts';
import { RUN_TASK } from './postgres/task-queue.ts';
import { createWorkerRegistry } from './postgres/worker-registry.ts';
import { type AskedRun, composeSpec } from './run-spec.ts';
import { DEFAULT_TIMINGS } from './worker.ts';

export interface Submission extends Omit<AskedRun, 'seed'> {
  readonly selection: Selection;
  readonly version: string;
  /** Chosen by time and chance where nobody does. */
  readonly runId?: string;
  /** How it was asked for, for whoever looks at it later. */
  readonly origin?: RunOrigin;
}

export interface SubmittedRun {
  readonly runId: string;
  readonly snapshot: SentSnapshot;
  readonly workers: ReadyWorkers;
}

export interface ReadyWorkers {
  readonly version: string;
  /** Workers that can take a run of that version now. */
  readonly ready: number;
  /** Workers of other versions, which cannot. */
  readonly strangers: number;
}

export async function submitRun(database: Database, submission: Submission): Promise<SubmittedRun> {
  const { playbook, settings, selection, version, project, origin } = submission;
  const spec = composeSpec({ ...submission, seed: randomBytes(32).toString('hex') });
  const runId = submission.runId ?? createRandomIds(createSystemClock()).runId();
  await migrate(database);
  await using queue = await openWorkQueue(database);
  const opened = await settings.repository.open(selection, settings.rules);
  const guidance = await readSettingsOf(listNoteNames(settings.config), (name) =>
    readNoteFile(settings.repository, selection, name),
  );
  const snapshot = await createSnapshotStore(database).send(opened, guidance, DEFAULT_SNAPSHOT_LIMITS);
  const { maxTokens, maxCostUsd } = settings.config;
  await createSubmittedRuns(database).submit({
    id: runId,
    playbook,
    version,
    spec,
    snapshotId: snapshot.id,
    account: maxTokens === null && maxCostUsd === null ? null : limitsOf(settings.config, playbook === 'audit'),
    project,
    origin,
  });
  await queue.enqueue({ lane: 'runs', runId, task: RUN_TASK, take: 1, version });
  return { runId, snapshot, workers: await countReady(database, version) };
}

export async function countReady(database: Database, version: string): Promise<ReadyWorkers> {
  const workers = await createWorkerRegistry(database).listReady(DEFAULT_TIMINGS.deadAfterMs);
  const ready = workers.filter((worker) => worker.version === version).length;
  return { version, ready, strangers: workers.length - ready };
}
