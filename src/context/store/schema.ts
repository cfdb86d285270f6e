/**
 * Defines the SQL tables of the stored index and their version. What a text measures is keyed by its content; where a text was seen is
 * kept apart from it, so that a branch or a rename adds one row. A change of any table raises the version, which is part of the file
 * name: a new database is begun, nothing is migrated. Used by open-database.ts.
 */
import type { Schema } from '../../storage/sqlite.ts';

/**
 * Without column sizes the ranking knows no length of a file: measured, a long file is as likely an answer as a short one
 * (docs/search.md). A row of `terms` is a segment of a file, numbered by file and segment; it is taken out by telling its
 * terms again, so they must follow from path and text alone. Ids of contents and files are never used twice: a process that
 * noted one before another process forgot it finds nothing under it, rather than another text. A new id is one more than the
 * highest, so whoever forgets rows keeps the one with the highest id (AUTOINCREMENT says the same for a write per row more).
 */
const SQL = `
  CREATE TABLE content (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    reason TEXT,
    shebang TEXT,
    tokens INTEGER NOT NULL,
    loc INTEGER NOT NULL,
    lines INTEGER NOT NULL
  );
  CREATE TABLE identity (
    name TEXT PRIMARY KEY,
    mark TEXT NOT NULL,
    content_id INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE passage (
    content_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    chunks TEXT NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (content_id, segment)
  );
  CREATE TABLE vector (
    model TEXT NOT NULL,
    content_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    vectors BLOB NOT NULL,
    PRIMARY KEY (content_id, segment, model)
  );
  CREATE TABLE doc (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    content_id INTEGER NOT NULL,
    UNIQUE (path, content_id)
  );
  CREATE INDEX doc_content ON doc (content_id);
  CREATE TABLE entry (
    branch TEXT NOT NULL,
    path TEXT NOT NULL,
    doc_id INTEGER NOT NULL,
    PRIMARY KEY (branch, path)
  ) WITHOUT ROWID;
  CREATE INDEX entry_doc ON entry (doc_id);
  CREATE TABLE view (branch TEXT PRIMARY KEY, used INTEGER NOT NULL, whole INTEGER NOT NULL) WITHOUT ROWID;
  CREATE VIRTUAL TABLE terms USING fts5(
    path, symbols, body,
    content='', columnsize=0, tokenize="unicode61 remove_diacritics 0"
  );
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, 'row');
  INSERT INTO terms(terms, rank) VALUES ('hashsize', 8388608);
`;

/** The version is part of the file name: programs of two versions never share a file. */
export const SCHEMA: Schema = { version: 7, sql: SQL };
