/**
 * Creates and migrates the tables of runs shared by several machines. Migrated by whoever comes first, under a lock; a database of a
 * newer version is refused. DBOS keeps its own tables in a schema beside ours. Called by fleet-worker.ts, submit-run.ts and commands.
 */
import { z } from 'zod';
import { ReviewError } from '../../errors.ts';
import type { Database } from './database.ts';
import { CLAIM_FUNCTIONS, PERMIT_FUNCTIONS } from './schema-functions.ts';

/** Any number, as long as nobody else in the database locks it. */
const MIGRATION_LOCK = 7_266_120_001;

/** One entry per version, never changed once released. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE consensus_review.workers (
    id text PRIMARY KEY,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    concurrency integer NOT NULL,
    status text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    beat_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE consensus_review.blobs (
    hash bytea PRIMARY KEY,
    body bytea NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE consensus_review.snapshots (
    id text PRIMARY KEY,
    manifest bytea NOT NULL,
    blobs bytea[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE consensus_review.runs (
    id text PRIMARY KEY,
    playbook text NOT NULL,
    version text NOT NULL,
    spec bytea NOT NULL,
    snapshot_id text REFERENCES consensus_review.snapshots (id),
    status text NOT NULL DEFAULT 'waiting',
    stop_reason text,
    take integer NOT NULL DEFAULT 1,
    submitted_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
  );
  CREATE INDEX runs_by_status ON consensus_review.runs (status, submitted_at);
  CREATE TABLE consensus_review.tasks (
    run_id text NOT NULL REFERENCES consensus_review.runs (id) ON DELETE CASCADE,
    key text NOT NULL,
    payload bytea NOT NULL,
    epoch bigint NOT NULL DEFAULT 0,
    owner text,
    status text NOT NULL DEFAULT 'waiting',
    result bytea,
    checksum text,
    is_final boolean,
    PRIMARY KEY (run_id, key)
  );
  CREATE TABLE consensus_review.steps (
    run_id text NOT NULL REFERENCES consensus_review.runs (id) ON DELETE CASCADE,
    key text NOT NULL,
    mark text NOT NULL,
    kind text NOT NULL,
    begun integer NOT NULL,
    intent_at timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz,
    value bytea,
    checksum text,
    PRIMARY KEY (run_id, key, mark)
  );
  CREATE TABLE consensus_review.events (
    run_id text NOT NULL REFERENCES consensus_review.runs (id) ON DELETE CASCADE,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    mark text NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (run_id, seq),
    UNIQUE (run_id, mark)
  );
  CREATE TABLE consensus_review.providers (
    name text PRIMARY KEY,
    max_concurrency integer NOT NULL,
    limit_now integer NOT NULL,
    per_second double precision,
    next_at timestamptz NOT NULL DEFAULT now(),
    paused_until timestamptz,
    burst integer NOT NULL DEFAULT 0,
    went_well integer NOT NULL DEFAULT 0
  );
  CREATE TABLE consensus_review.permits (
    id text PRIMARY KEY,
    provider text NOT NULL REFERENCES consensus_review.providers (name) ON DELETE CASCADE,
    worker text NOT NULL,
    burst integer NOT NULL
  );
  CREATE INDEX permits_by_provider ON consensus_review.permits (provider);
  CREATE TABLE consensus_review.accounts (
    run_id text PRIMARY KEY REFERENCES consensus_review.runs (id) ON DELETE CASCADE,
    max_tokens bigint,
    max_usd double precision,
    reserved_tokens bigint NOT NULL DEFAULT 0,
    reserved_usd double precision NOT NULL DEFAULT 0
  );
  CREATE TABLE consensus_review.claims (
    run_id text NOT NULL REFERENCES consensus_review.accounts (run_id) ON DELETE CASCADE,
    key text NOT NULL,
    epoch bigint NOT NULL,
    tokens bigint NOT NULL,
    usd double precision NOT NULL,
    is_open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (run_id, key)
  );
  `,
  PERMIT_FUNCTIONS,
  CLAIM_FUNCTIONS,
  `
  ALTER TABLE consensus_review.runs
    ADD COLUMN project text NOT NULL DEFAULT '',
    ADD COLUMN origin bytea,
    ADD COLUMN summary bytea,
    ADD COLUMN failure text,
    ADD COLUMN deadline_ms double precision;
  CREATE INDEX runs_by_time ON consensus_review.runs (submitted_at DESC, id DESC);
  CREATE INDEX runs_by_project ON consensus_review.runs (project, submitted_at DESC, id DESC);
  CREATE TABLE consensus_review.recollections (
    key text PRIMARY KEY,
    value bytea NOT NULL,
    checksum text NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX recollections_by_use ON consensus_review.recollections (used_at);
  `,
  `
  CREATE INDEX tasks_under_way ON consensus_review.tasks (run_id) WHERE status <> 'done' AND epoch > 0;
  `,
];

const versionRow = z.object({ version: z.int() });

/** Brings the tables up to date; safe to call by everybody at the same time. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async ({ rows, run }) => {
    await run('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await run('CREATE SCHEMA IF NOT EXISTS consensus_review');
    await run('CREATE TABLE IF NOT EXISTS consensus_review.meta (version integer NOT NULL)');
    const [found = { version: 0 }] = await rows(versionRow, 'SELECT version FROM consensus_review.meta');
    if (found.version > MIGRATIONS.length)
      throw new ReviewError(
        'no-database',
        `${database.name} has tables of version ${found.version}; this program knows up to ${MIGRATIONS.length}.`,
        { advice: 'Update consensus-review on this machine.' },
      );
    for (const step of MIGRATIONS.slice(found.version)) await run(step);
    await run('DELETE FROM consensus_review.meta');
    await run('INSERT INTO consensus_review.meta (version) VALUES ($1)', [MIGRATIONS.length]);
  });
}
