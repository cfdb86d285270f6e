/**
 * Tables of the stored index. What a text measures is keyed by its content; where a text was seen is kept apart from it,
 * so that a branch or a rename costs a row. A change of any table raises SCHEMA_VERSION, which begins a new file.
 */
/** Part of the file name: programs of two versions never share a file. */
export declare const SCHEMA_VERSION = 5;
/**
 * Without column sizes the ranking knows no length of a file: measured, a long file is as likely an answer as a short one
 * (docs/search.md). A row of `terms` is a segment of a file, numbered by file and segment; it is taken out by telling its
 * terms again, so they must follow from path and text alone. Ids of contents and files are never used twice: a process that
 * noted one before another process forgot it finds nothing under it, rather than another text. A new id is one more than the
 * highest, so whoever forgets rows keeps the one with the highest id (AUTOINCREMENT says the same for a write per row more).
 */
export declare const SCHEMA = "\n  CREATE TABLE IF NOT EXISTS content (\n    id INTEGER PRIMARY KEY,\n    hash TEXT NOT NULL UNIQUE,\n    reason TEXT,\n    tokens INTEGER NOT NULL,\n    loc INTEGER NOT NULL,\n    lines INTEGER NOT NULL\n  );\n  CREATE TABLE IF NOT EXISTS identity (\n    name TEXT PRIMARY KEY,\n    mark TEXT NOT NULL,\n    content_id INTEGER NOT NULL\n  ) WITHOUT ROWID;\n  CREATE TABLE IF NOT EXISTS passage (\n    content_id INTEGER NOT NULL,\n    segment INTEGER NOT NULL,\n    chunks TEXT NOT NULL,\n    text BLOB NOT NULL,\n    PRIMARY KEY (content_id, segment)\n  );\n  CREATE TABLE IF NOT EXISTS doc (\n    id INTEGER PRIMARY KEY,\n    path TEXT NOT NULL,\n    content_id INTEGER NOT NULL,\n    UNIQUE (path, content_id)\n  );\n  CREATE INDEX IF NOT EXISTS doc_content ON doc (content_id);\n  CREATE TABLE IF NOT EXISTS entry (\n    branch TEXT NOT NULL,\n    path TEXT NOT NULL,\n    doc_id INTEGER NOT NULL,\n    PRIMARY KEY (branch, path)\n  ) WITHOUT ROWID;\n  CREATE INDEX IF NOT EXISTS entry_doc ON entry (doc_id);\n  CREATE TABLE IF NOT EXISTS view (branch TEXT PRIMARY KEY, used INTEGER NOT NULL, whole INTEGER NOT NULL) WITHOUT ROWID;\n  CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5(\n    path, symbols, body,\n    content='', columnsize=0, tokenize=\"unicode61 remove_diacritics 0\"\n  );\n  CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(terms, 'row');\n";
