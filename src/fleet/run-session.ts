/**
 * Opens a run on one worker (settings, files, index, analyzers): once for all of its tasks that come here, closed a minute after the
 * last. Keys come from the worker's own environment. Created by fleet-worker.ts; used by conduct-run.ts and perform-agent.ts.
 */

import { createIndex } from '../context/file-index.ts';
import { openContextStore } from '../context/store/sqlite-store.ts';
import { createTokenCounter } from '../context/tokens.ts';
import { ReviewError } from '../errors.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { Driver } from '../ports/driver.ts';
import type { Index } from '../ports/file-index.ts';
import type { Environment } from '../wiring/config.ts';
import { createEmbeddedReviewers } from '../wiring/embedded-reviewers.ts';
import { loadOwnRules } from '../wiring/own-rules.ts';
import { createReuse, type RunReuse } from '../wiring/review-cache.ts';
import { usesModels } from '../wiring/review-ports.ts';
import type { Settings } from '../wiring/settings.ts';
import type { Database } from './postgres/database.ts';
import { createPostgresReviewCache } from './postgres/review-cache.ts';
import { createSharedSteps } from './postgres/shared-steps.ts';
import { createSnapshotStore } from './postgres/snapshot-store.ts';
import { createStoredRepository } from './postgres/stored-repository.ts';
import { createSubmittedRuns } from './postgres/submitted-runs.ts';
import { configOf, parseSpec, type RunSpec } from './run-spec.ts';
import type { SessionWatch, WatchSession } from './watch-session.ts';

/** What was selected was resolved by whoever sent the files. */
export const WHOLE_SNAPSHOT = { kind: 'all' } as const;

export interface RunSession {
  readonly runId: string;
  readonly spec: RunSpec;
  readonly settings: Settings;
  readonly store: ContextStore;
  readonly embedded: Driver;
  /** What earlier runs of the fleet have paid for; null where nothing is reused. */
  readonly reuse: RunReuse | null;
  /** Who is told of what happens here; null where nobody is. */
  readonly watch: SessionWatch | null;
  /** What tasks of this run have made here and others of it may use. */
  readonly shared: Map<string, Promise<unknown>>;
}

const LINGER_MS = 60_000;

export interface RunSessions extends AsyncDisposable {
  /** A run that is taken up again is another one to those who watch. */
  use<T>(run: { readonly runId: string; readonly take: number }, work: (session: RunSession) => Promise<T>): Promise<T>;
}

export interface SessionSite {
  readonly database: Database;
  readonly environment: Environment;
  readonly version: string;
  readonly watchSession: WatchSession;
}

export function createRunSessions(site: SessionSite): RunSessions {
  const open = new Map<string, { readonly session: Promise<RunSession>; users: number }>();
  const close = async (name: string): Promise<void> => {
    const entry = open.get(name);
    open.delete(name);
    const session = await entry?.session.catch(() => null);
    session?.watch?.leave();
    session?.store[Symbol.dispose]();
  };
  return {
    async use({ runId, take }, work) {
      const name = `${runId}#${take}`;
      const entry = open.get(name) ?? { session: openSession(site, runId, take), users: 0 };
      open.set(name, entry);
      entry.users += 1;
      try {
        return await work(await entry.session);
      } finally {
        entry.users -= 1;
        if (entry.users === 0)
          setTimeout(() => {
            if (entry.users === 0 && open.get(name) === entry) void close(name);
          }, LINGER_MS).unref();
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open.keys()].map(close));
    },
  };
}

async function openSession(site: SessionSite, runId: string, take: number): Promise<RunSession> {
  const { database, environment, version, watchSession } = site;
  const run = await createSubmittedRuns(database).find(runId);
  if (run === null || run.snapshotId === null) throw new ReviewError('no-run', `${runId} is not in the database.`);
  const spec = parseSpec(run.spec);
  const snapshots = createSnapshotStore(database);
  const repository = createStoredRepository(await snapshots.load(run.snapshotId), snapshots);
  const settings: Settings = {
    repository,
    config: run.deadlineMs === null ? configOf(spec) : { ...configOf(spec), deadlineMs: run.deadlineMs },
    configPath: null,
    customReviewers: [],
    roster: spec.roster,
    rules: spec.rules,
    ownRules: await loadOwnRules(spec.ownRules),
    suppressions: spec.suppressions,
    ...(spec.context === undefined ? {} : { context: spec.context }),
    searchPath: environment.PATH,
    trustsRepository: false,
    warnings: spec.warnings,
  };
  const without = spec.playbook === 'audit' ? (['semgrep'] as const) : [];
  const watch = watchSession({ runId, take, trace: spec.trace });
  const journal = createSharedSteps(database, runId);
  return {
    runId,
    spec,
    settings,
    store: openContextStore({ stateDir: null, root: `/${runId}` }),
    embedded: await createEmbeddedReviewers(settings, { without, journal, watch: watch?.effects ?? null }),
    reuse: await openReuse(database, spec, settings, version),
    watch,
    shared: new Map(),
  };
}

/** Only where models are asked: analyzers cost nothing. */
async function openReuse(
  database: Database,
  { reuse, project }: RunSpec,
  settings: Settings,
  version: string,
): Promise<RunReuse | null> {
  if (reuse === null || !usesModels(settings)) return null;
  const facts = { settings, root: project, version };
  return createReuse(createPostgresReviewCache(database), facts, reuse.mayRecall);
}

/** Made once per session, whoever asks first; what failed is made again. */
export function shareInSession<T>({ shared }: RunSession, name: string, make: () => Promise<T>): Promise<T> {
  const known = shared.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const made = make();
  made.catch(() => shared.delete(name));
  shared.set(name, made);
  return made;
}

/** Measured on this worker for its agents' searches; what the run is planned by was measured by whoever conducts it. */
export const createSessionIndex = ({ store, settings }: RunSession): Index =>
  createIndex(createTokenCounter(store), { store, search: usesModels(settings) });
