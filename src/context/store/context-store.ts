/**
 * The stored index of one reviewed folder: what its files measure, by content, and what can be searched, by branch. Every
 * write is one transaction under the write lock, so a kill at any moment or a second process leaves a usable index.
 */
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { removeDatabase, transact } from '../../storage/sqlite.ts';
import { describeError } from '../../storage/sqlite-errors.ts';
import { splitChunks } from '../chunks/split-chunks.ts';
import { createTermCounter } from '../search/term-counter.ts';
import { listTerms } from './document-terms.ts';
import { createFileLookup, type FileLookup, nameIdentity } from './file-lookup.ts';
import type { KnownContent, Measure } from './measure.ts';
import { openDatabase } from './open-database.ts';
import { cutSegments, formatPassage, MAX_SEGMENTS, parseText } from './passage.ts';

/** A file as it was measured, to be remembered. */
export interface FileRecord {
  readonly path: string;
  /** What the snapshot says of the file without reading it; null where it cannot be trusted. */
  readonly identity: string | null;
  /** Content that is known already, or the hash and measure of one that may not be. */
  readonly content: number | { readonly hash: string; readonly measure: Measure };
  /** Makes the file searchable on the branch; null leaves search alone. */
  readonly search: SearchRecord | null;
}

export interface SearchRecord {
  readonly branch: string;
  readonly language: string | null;
  /** Null where the content is known and its text stored. */
  readonly text: string | null;
}

export interface ContextStore extends Disposable {
  /** The database file; null where it is temporary. */
  readonly path: string | null;
  /** What the user should know about the store itself; a write that fails later shows here too. */
  readonly warning: string | null;
  readonly options: StoreOptions;
  /** For what is worth keeping besides; null where nothing is kept. */
  readonly cacheFolder: string | null;
  readonly database: DatabaseSync;
  /** Files by what the snapshot says of them, without reading them; for one branch. */
  openLookup(branch: string): FileLookup;
  findContent(hash: string): KnownContent | null;
  hasPassage(contentId: number): boolean;
  /** All of the records or none. */
  write(records: readonly FileRecord[]): void;
  /** True once something could not be written: nothing more is. */
  readonly hasFailed: boolean;
  /** What could not be written is measured again next time: a warning, not a failure. */
  warn(warning: string): void;
  /** The file is damaged: it is removed at the end, so that the next run begins anew. */
  giveUp(error: unknown): void;
  /** How much of the branch was ever indexed, and not forgotten since: all files, those of a narrower scope, or none. */
  extentOf(branch: string): (typeof EXTENTS)[number];
  /** The branch was used: it is the newest, and others may be forgotten. */
  useView(branch: string): void;
  /** Forgets every other path of the branch, and branches not used for long. */
  keepOnly(branch: string, paths: ReadonlySet<string>): void;
}

/** `root` is the real path of the reviewed folder; `stateDir` null makes a store that ends with the process. */
export interface StoreOptions {
  readonly stateDir: string | null;
  readonly root: string;
}

const EXTENTS = ['none', 'part', 'whole'] as const;

/** Branches whose files stay searchable; further ones are indexed again from their known contents. */
const MAX_VIEWS = 16;
/**
 * Versions of files that no branch has any more stay until there are this many, and this share of all: an edit that is
 * undone costs nothing then, and taking terms out costs as much as putting them in. Search passes over them.
 */
const SPARE_DOCS = 200;
const SPARE_SHARE = 0.1;
/** Measures kept of texts that no branch has any more: this many, and as many again as there are files. */
const SPARE_CONTENTS = 50_000;

const KNOWN = 'c.id AS contentId, c.reason, c.tokens, c.loc, c.lines';

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    findContent: prepare(`SELECT ${KNOWN} FROM content c WHERE hash = ?`),
    addContent: prepare(
      'INSERT INTO content (hash, reason, tokens, loc, lines) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    setIdentity: prepare(`INSERT INTO identity (name, mark, content_id) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET mark = excluded.mark, content_id = excluded.content_id`),
    findPassages: prepare('SELECT text FROM passage WHERE content_id = ? ORDER BY segment'),
    hasPassage: prepare('SELECT 1 FROM passage WHERE content_id = ? LIMIT 1'),
    addPassage: prepare('INSERT INTO passage (content_id, segment, chunks, text) VALUES (?, ?, ?, ?)'),
    dropPassage: prepare(
      'DELETE FROM passage WHERE content_id = ? AND NOT EXISTS (SELECT 1 FROM doc WHERE doc.content_id = passage.content_id)',
    ),
    findDoc: prepare('SELECT id FROM doc WHERE path = ? AND content_id = ?'),
    addDoc: prepare('INSERT INTO doc (path, content_id) VALUES (?, ?)'),
    listStale: prepare(
      `SELECT id, path, content_id AS contentId FROM doc
      WHERE id < (SELECT max(id) FROM doc) AND NOT EXISTS (SELECT 1 FROM entry WHERE doc_id = doc.id)`,
    ),
    countStale: prepare(`SELECT (SELECT count(*) FROM doc) AS docs,
      (SELECT count(*) FROM doc WHERE NOT EXISTS (SELECT 1 FROM entry WHERE doc_id = doc.id)) AS stale`),
    dropDoc: prepare('DELETE FROM doc WHERE id = ?'),
    addTerms: prepare('INSERT INTO terms (rowid, path, symbols, body) VALUES (?, ?, ?, ?)'),
    dropTerms: prepare("INSERT INTO terms (terms, rowid, path, symbols, body) VALUES ('delete', ?, ?, ?, ?)"),
    findEntry: prepare('SELECT doc_id AS docId FROM entry WHERE branch = ? AND path = ?'),
    setEntry: prepare(`INSERT INTO entry (branch, path, doc_id) VALUES (?, ?, ?)
      ON CONFLICT (branch, path) DO UPDATE SET doc_id = excluded.doc_id`),
    dropEntry: prepare('DELETE FROM entry WHERE branch = ? AND path = ?'),
    listEntries: prepare('SELECT path FROM entry WHERE branch = ?'),
    countEntries: prepare('SELECT count(*) AS files FROM entry WHERE branch = ?'),
    newestView: prepare('SELECT branch, whole FROM view ORDER BY used DESC LIMIT 1'),
    useView: prepare(`INSERT INTO view (branch, used, whole) VALUES (?, (SELECT ifnull(max(used), 0) + 1 FROM view), ?)
      ON CONFLICT (branch) DO UPDATE SET used = excluded.used, whole = max(whole, excluded.whole)`),
    findExtent: prepare(
      'SELECT whole FROM view WHERE branch = ?1 UNION ALL SELECT 0 FROM entry WHERE branch = ?1 LIMIT 1',
    ),
    oldViews: prepare('SELECT branch FROM view ORDER BY used DESC LIMIT -1 OFFSET ?'),
    dropView: prepare('DELETE FROM view WHERE branch = ?'),
    countSpare: prepare('SELECT (SELECT count(*) FROM content) AS contents, (SELECT count(*) FROM doc) AS docs'),
    dropSpare: prepare(`DELETE FROM content
      WHERE id < (SELECT max(id) FROM content) AND NOT EXISTS (SELECT 1 FROM doc WHERE doc.content_id = content.id)`),
    dropLost: prepare(
      'DELETE FROM identity WHERE NOT EXISTS (SELECT 1 FROM content WHERE content.id = identity.content_id)',
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

const isFound = (row: unknown): boolean => row !== undefined;

function createWriter(statements: Statements) {
  const terms = createTermCounter();

  const resolveContent = ({ content }: FileRecord): number => {
    if (typeof content === 'number') return content;
    const { hash, measure } = content;
    const added = statements.addContent.run(hash, measure.reason, measure.tokens, measure.loc, measure.lines);
    if (added.changes > 0) return Number(added.lastInsertRowid);
    return Number(statements.findContent.get(hash)?.contentId);
  };

  /** Texts of the segments, in order; none where the text is not stored. */
  const readSegments = (contentId: number): readonly string[] =>
    statements.findPassages.all(contentId).map(({ text }) => parseText(text as Uint8Array));

  const storeSegments = (contentId: number, text: string, language: string | null): readonly string[] => {
    const segments = cutSegments(text, splitChunks(text, language));
    for (const [at, segment] of segments.entries()) {
      const passage = formatPassage(segment);
      statements.addPassage.run(contentId, at, passage.chunks, passage.text);
    }
    return segments.map((segment) => segment.text);
  };

  const tellTerms = (statement: StatementSync, doc: { id: number; path: string }, texts: readonly string[]): void => {
    for (const [at, text] of texts.entries()) {
      const listed = listTerms(doc.path, text, terms);
      statement.run(doc.id * MAX_SEGMENTS + at, listed.path, listed.symbols, listed.body);
    }
  };

  const dropStale = (): void => {
    for (const { id, path, contentId } of statements.listStale.all()) {
      tellTerms(statements.dropTerms, { id: Number(id), path: String(path) }, readSegments(Number(contentId)));
      statements.dropDoc.run(Number(id));
      statements.dropPassage.run(Number(contentId));
    }
  };

  const addDoc = (path: string, contentId: number, { language, text }: SearchRecord): number | null => {
    const known = statements.findDoc.get(path, contentId);
    if (known !== undefined) return Number(known.id);
    const stored = readSegments(contentId);
    // Another process may have forgotten the text since we looked; the next run reads the file again.
    if (stored.length === 0 && text === null) return null;
    const texts = stored.length > 0 ? stored : storeSegments(contentId, text ?? '', language);
    const id = Number(statements.addDoc.run(path, contentId).lastInsertRowid);
    tellTerms(statements.addTerms, { id, path }, texts);
    return id;
  };

  return {
    dropStale,
    writeRecord(record: FileRecord): void {
      const { path, identity, search } = record;
      const contentId = resolveContent(record);
      if (identity !== null) statements.setIdentity.run(nameIdentity(path, identity), identity, contentId);
      if (search === null) return;
      const before = statements.findEntry.get(search.branch, path)?.docId;
      const docId = addDoc(path, contentId, search);
      if (docId === null || before === docId) return;
      statements.setEntry.run(search.branch, path, docId);
    },
  };
}

function hasManyStale({ countStale }: Statements): boolean {
  const { docs, stale } = countStale.get() ?? {};
  return Number(stale) > Math.max(SPARE_DOCS, SPARE_SHARE * Number(docs));
}

/** What is wrong with the store, so far as anybody has noticed. */
function createHealth(found: string | null) {
  let warning = found;
  let hasFailed = false;
  let isDamaged = false;
  return {
    get warning() {
      return warning;
    },
    get hasFailed() {
      return hasFailed;
    },
    get isDamaged() {
      return isDamaged;
    },
    warn(later: string): void {
      hasFailed = true;
      warning = warning === null ? later : `${warning}; ${later}`;
    },
    giveUp(error: unknown): void {
      if (hasFailed) return;
      isDamaged = true;
      hasFailed = true;
      warning = `the stored index is damaged (${describeError(error)}); the next run begins it anew`;
    },
  };
}

export function openContextStore(options: StoreOptions): ContextStore {
  const opened = openDatabase(options.stateDir, options.root);
  const { database } = opened;
  const health = createHealth(opened.warning);
  const statements = prepareStatements(database);
  const writer = createWriter(statements);

  const dropEntries = (branch: string, isKept: (path: string) => boolean): void => {
    for (const { path } of statements.listEntries.all(branch))
      if (!isKept(String(path))) statements.dropEntry.run(branch, path ?? null);
  };

  const dropOldViews = (): void => {
    for (const { branch } of statements.oldViews.all(MAX_VIEWS)) {
      dropEntries(String(branch), () => false);
      statements.dropView.run(branch ?? null);
    }
  };

  const dropSpareContents = (): void => {
    const { contents, docs } = statements.countSpare.get() ?? {};
    if (Number(contents) <= 2 * Number(docs) + SPARE_CONTENTS) return;
    statements.dropSpare.run();
    statements.dropLost.run();
  };

  return {
    options,
    path: opened.path,
    cacheFolder: options.stateDir === null || opened.path === null ? null : join(options.stateDir, 'cache'),
    database,
    get warning() {
      return health.warning;
    },
    get hasFailed() {
      return health.hasFailed;
    },
    warn: health.warn,
    giveUp: health.giveUp,
    useView: (branch) => transact(database, () => statements.useView.run(branch, 0)),
    openLookup: (branch) => createFileLookup(database, branch),
    findContent: (hash) => (statements.findContent.get(hash) as unknown as KnownContent | undefined) ?? null,
    extentOf: (branch) => EXTENTS[Number(statements.findExtent.get(branch)?.whole ?? -1) + 1] ?? 'none',
    hasPassage: (contentId) => isFound(statements.hasPassage.get(contentId)),
    write: (records) => transact(database, () => records.forEach(writer.writeRecord)),
    keepOnly(branch, paths) {
      const newest = statements.newestView.get();
      const isKnown = newest?.branch === branch && newest.whole === 1;
      const isSame = isKnown && statements.countEntries.get(branch)?.files === paths.size;
      if (isSame && !hasManyStale(statements)) return;
      transact(database, () => {
        dropEntries(branch, (path) => paths.has(path));
        statements.useView.run(branch, 1);
        dropOldViews();
        if (hasManyStale(statements)) writer.dropStale();
        dropSpareContents();
      });
    },
    [Symbol.dispose]() {
      database.close();
      if (health.isDamaged && opened.path !== null) removeDatabase(opened.path);
    },
  };
}
