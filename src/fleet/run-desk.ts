/**
 * A run as one worker has it before it: its settings, its files, its index, opened once for all of its tasks that come here and
 * let go a while after the last. Keys come from the worker's own environment.
 */

import type { Database } from '../adapters/postgres/database.ts';
import { createRunBoard } from '../adapters/postgres/run-board.ts';
import { createSnapshotStore } from '../adapters/postgres/snapshot-store.ts';
import { createStoredRepository } from '../adapters/postgres/stored-repository.ts';
import type { Environment } from '../config.ts';
import { type ContextStore, openContextStore } from '../context/store/context-store.ts';
import { createStoredIndex } from '../context/store/stored-index.ts';
import { createTokenCounter } from '../context/tokens.ts';
import { ReviewError } from '../errors.ts';
import type { Driver, Index } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { createEmbeddedReviewers, usesModels } from '../wiring.ts';
import { configOf, parseSpec, type RunSpec } from './run-spec.ts';

/** What was selected was resolved by whoever sent the files. */
export const WHOLE_SNAPSHOT = { kind: 'all' } as const;

export interface RunDesk {
  readonly runId: string;
  readonly spec: RunSpec;
  readonly settings: Settings;
  readonly store: ContextStore;
  readonly embedded: Driver;
  /** What tasks of this run have made here and others of it may use. */
  readonly shelf: Map<string, Promise<unknown>>;
}

const LINGER_MS = 60_000;

export interface RunDesks {
  use<T>(runId: string, work: (desk: RunDesk) => Promise<T>): Promise<T>;
}

export function createRunDesks(database: Database, environment: Environment): RunDesks {
  const open = new Map<string, { readonly desk: Promise<RunDesk>; users: number }>();
  const close = async (runId: string): Promise<void> => {
    const entry = open.get(runId);
    if (entry === undefined || entry.users > 0) return;
    open.delete(runId);
    (await entry.desk.catch(() => null))?.store[Symbol.dispose]();
  };
  return {
    async use(runId, work) {
      const entry = open.get(runId) ?? { desk: openDesk(database, environment, runId), users: 0 };
      open.set(runId, entry);
      entry.users += 1;
      try {
        return await work(await entry.desk);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) setTimeout(() => void close(runId), LINGER_MS).unref();
      }
    },
  };
}

async function openDesk(database: Database, environment: Environment, runId: string): Promise<RunDesk> {
  const run = await createRunBoard(database).find(runId);
  if (run === null || run.snapshotId === null) throw new ReviewError('no-run', `${runId} is not in the database.`);
  const spec = parseSpec(run.spec);
  const snapshots = createSnapshotStore(database);
  const repository = createStoredRepository(await snapshots.load(run.snapshotId), snapshots);
  const settings: Settings = {
    repository,
    config: configOf(spec),
    configPath: null,
    customReviewers: [],
    roster: spec.roster,
    rules: spec.rules,
    searchPath: environment.PATH,
    trustsRepository: false,
    warnings: spec.warnings,
  };
  const without = spec.playbook === 'audit' ? (['semgrep'] as const) : [];
  return {
    runId,
    spec,
    settings,
    store: openContextStore({ stateDir: null, root: `/${runId}` }),
    embedded: await createEmbeddedReviewers(settings, { without }),
    shelf: new Map(),
  };
}

/** Made once per desk, whoever asks first; what failed is made again. */
export function fromShelf<T>({ shelf }: RunDesk, name: string, make: () => Promise<T>): Promise<T> {
  const known = shelf.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const made = make();
  made.catch(() => shelf.delete(name));
  shelf.set(name, made);
  return made;
}

/** Measured on this worker for its agents' searches; what the run is planned by was measured by whoever conducts it. */
export const createDeskIndex = ({ store, settings }: RunDesk): Index =>
  createStoredIndex(store, createTokenCounter(store), { search: usesModels(settings), whole: false });
