/**
 * Implements the context store (known measures of files, and search over their texts) in one SQLite file per reviewed folder. Every
 * write is one transaction under the write lock, so a kill at any moment or a second process leaves a usable index. A file that proves
 * damaged is removed at the end. Opened by wiring/run-call.ts, cli/open-store.ts and mcp/open-project.ts.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ContextStore, FileLookup, KnownContent } from '../../ports/context-store.ts';
import { closeLeavingLog, removeDatabase, transact } from '../../storage/sqlite.ts';
import { describeError } from '../../storage/sqlite-errors.ts';
import { createBatchWriter } from './batch-writer.ts';
import { createFileLookup, toBranchKey } from './file-lookup.ts';
import { openDatabase, type StoreOptions } from './open-database.ts';
import type { RecordWriter } from './write-records.ts';

export interface SqliteContextStore extends ContextStore {
  /** The database file; null where it is temporary. */
  readonly path: string | null;
  readonly database: DatabaseSync;
}

const EXTENTS = ['none', 'part', 'whole'] as const;

/** Branches whose files stay searchable; further ones are indexed again from their known contents. */
const MAX_BRANCHES = 16;
/**
 * Versions of files that no branch has any more stay until there are this many, and this share of all: an edit that is
 * undone costs nothing then, and taking terms out costs as much as putting them in. Search passes over them.
 */
const SPARE_DOCS = 200;
const SPARE_SHARE = 0.1;
/** Measures kept of texts that no branch has any more: this many, and as many again as there are files. */
const SPARE_CONTENTS = 50_000;

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    findContent: prepare('SELECT id AS contentId, reason, shebang, tokens, loc, lines FROM content WHERE hash = ?'),
    hasPassage: prepare('SELECT 1 FROM passage WHERE content_id = ? LIMIT 1'),
    countStale: prepare(`SELECT (SELECT count(*) FROM doc) AS docs,
      (SELECT count(*) FROM doc WHERE NOT EXISTS (SELECT 1 FROM entry WHERE doc_id = doc.id)) AS stale`),
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

function hasManyStale({ countStale }: Statements): boolean {
  const { docs, stale } = countStale.get() ?? {};
  return Number(stale) > Math.max(SPARE_DOCS, SPARE_SHARE * Number(docs));
}

/** What is wrong with the store, so far as anybody has noticed. */
function createHealth(found: string | null) {
  let warning = found;
  let hasFailed = false;
  let isDamaged = false;
  const giveUp = (error: unknown): void => {
    if (hasFailed) return;
    isDamaged = true;
    hasFailed = true;
    warning = `the stored index is damaged (${describeError(error)}); the next run creates it again`;
  };
  return {
    get warning() {
      return warning;
    },
    /** Nothing more is read or written. */
    get hasFailed() {
      return hasFailed;
    },
    /** The file is removed at the end, so that the next run begins anew. */
    get isDamaged() {
      return isDamaged;
    },
    /** What could not be written is measured again next time. */
    warn(later: string): void {
      hasFailed = true;
      warning = warning === null ? later : `${warning}; ${later}`;
    },
    attempt<T>(work: () => T, otherwise: T): T {
      if (hasFailed) return otherwise;
      try {
        return work();
      } catch (error) {
        giveUp(error);
        return otherwise;
      }
    },
  };
}

/** Whether a path lies in the state folder, where that lies in the reviewed folder. */
function createOwnership({ stateDir, root }: StoreOptions, isStored: boolean): (path: string) => boolean {
  if (stateDir === null || !isStored) return () => false;
  const own = relative(root, realpathSync(stateDir)).replaceAll(sep, '/');
  if (own === '' || own.startsWith('..') || isAbsolute(own)) return () => false;
  return (path) => path.startsWith(`${own}/`);
}

/** Forgets what the branch has no more, branches not used for long, and texts that nobody has. In one transaction. */
function createSettling(database: DatabaseSync, statements: Statements) {
  const dropEntries = (branch: string, isKept: (path: string) => boolean): void => {
    for (const { path } of statements.listEntries.all(branch))
      if (!isKept(String(path))) statements.dropEntry.run(branch, path ?? null);
  };

  const dropOldBranches = (): void => {
    for (const { branch } of statements.oldViews.all(MAX_BRANCHES)) {
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
    usePart: (branch: string): void => {
      transact(database, () => statements.useView.run(branch, 0));
    },
    isSettled(branch: string, whole: ReadonlySet<string>): boolean {
      const newest = statements.newestView.get();
      const isKnown = newest?.branch === branch && newest.whole === 1;
      const isSame = isKnown && statements.countEntries.get(branch)?.files === whole.size;
      return isSame && !hasManyStale(statements);
    },
    settle(branch: string, whole: ReadonlySet<string>, { dropStale }: RecordWriter): void {
      transact(database, () => {
        dropEntries(branch, (path) => whole.has(path));
        statements.useView.run(branch, 1);
        dropOldBranches();
        if (hasManyStale(statements)) dropStale();
        dropSpareContents();
      });
    },
  };
}

/** Splitting texts and counting their terms is loaded when there is something to write; then a call gives the writer. */
function createLateWriter(database: DatabaseSync): () => Promise<() => RecordWriter> {
  let writer: RecordWriter | null = null;
  return async () => {
    const { createRecordWriter } = await import('./write-records.ts');
    return () => {
      writer ??= createRecordWriter(database);
      return writer;
    };
  };
}

export function openContextStore(options: StoreOptions): SqliteContextStore {
  const { database, path, warning } = openDatabase(options);
  const health = createHealth(warning);
  const { attempt } = health;
  const statements = prepareStatements(database);
  const loadWriter = createLateWriter(database);
  const { usePart, isSettled, settle } = createSettling(database, statements);
  const nothing: FileLookup = () => null;

  return {
    path,
    database,
    cacheFolder: options.stateDir === null || path === null ? null : join(options.stateDir, 'cache'),
    get warning() {
      return health.warning;
    },
    owns: createOwnership(options, path !== null),
    openLookup(branch) {
      const lookUp = attempt(() => createFileLookup(database, toBranchKey(branch)), nothing);
      return (file, identity) => attempt(() => lookUp(file, identity), null);
    },
    findContent: (hash) =>
      attempt(() => (statements.findContent.get(hash) as unknown as KnownContent | undefined) ?? null, null),
    hasText: (contentId) => attempt(() => statements.hasPassage.get(contentId) !== undefined, false),
    openWriter: () =>
      createBatchWriter({ options, path, write: async (batch) => (await loadWriter())().write(batch), health }),
    async settleBranch(name, whole) {
      const branch = toBranchKey(name);
      if (whole === null) return attempt(() => usePart(branch), undefined);
      if (attempt(() => isSettled(branch, whole), true)) return;
      const openRecords = await loadWriter();
      attempt(() => settle(branch, whole, openRecords()), undefined);
    },
    extentOf: (branch) => EXTENTS[Number(statements.findExtent.get(toBranchKey(branch))?.whole ?? -1) + 1] ?? 'none',
    // Loaded when somebody asks: most runs only measure.
    async search(request, meaning) {
      const { searchIndex } = await import('../search/search.ts');
      if (meaning === undefined) return searchIndex(database, request);
      const { openMeaning } = await import('../vectors/meaning-search.ts');
      return searchIndex(database, request, await openMeaning(database, request, meaning));
    },
    [Symbol.dispose]() {
      if (options.isLate?.() === true) closeLeavingLog(database);
      else database.close();
      if (health.isDamaged && path !== null) removeDatabase(path);
    },
  };
}
