/**
 * Defines the SQL tables of the run store. Another shape gets another file name, so that no version ever reads the file of another.
 * Used by run-database.ts.
 */
import type { Schema } from '../../storage/sqlite.ts';

const SQL = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  root TEXT NOT NULL,
  playbook TEXT NOT NULL,
  mode TEXT NOT NULL,
  model TEXT NOT NULL,
  selection TEXT NOT NULL,
  command TEXT NOT NULL,
  settings TEXT NOT NULL,
  version TEXT NOT NULL,
  seed TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  status TEXT NOT NULL,
  reason TEXT,
  resumed INTEGER NOT NULL DEFAULT 0,
  deferred INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 1,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  process_mark TEXT,
  beat_at INTEGER NOT NULL,
  complete INTEGER,
  verdict TEXT,
  exit_code INTEGER,
  counts TEXT,
  usage TEXT
) STRICT;
CREATE INDEX runs_of_root ON runs(root, started_at);
CREATE INDEX runs_by_time ON runs(started_at);
CREATE TABLE reports (
  run TEXT PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
  body BLOB NOT NULL,
  checksum TEXT NOT NULL
) STRICT;
CREATE TABLE steps (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  mark TEXT NOT NULL,
  kind TEXT NOT NULL,
  begun INTEGER NOT NULL,
  intent_at INTEGER NOT NULL,
  done_at INTEGER,
  value BLOB,
  checksum TEXT,
  PRIMARY KEY (run, key, mark)
) STRICT;
`;

export const RUN_SCHEMA: Schema = { version: 1, sql: SQL, canShrink: true };
