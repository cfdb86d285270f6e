/**
 * Writes measured files into the database: a text once, however many files have it, and its terms for every path it is found at. Also
 * removes versions of files that no branch has any more. Called by sqlite-store.ts and write-thread.ts.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { FileRecord, SearchRecord } from '../../ports/context-store.ts';
import { transact } from '../../storage/sqlite.ts';
import { splitChunks } from '../chunks/split-chunks.ts';
import { createTermCounter } from '../search/term-counter.ts';
import { listTerms } from './document-terms.ts';
import { nameIdentity, toBranchKey } from './file-lookup.ts';
import { cutSegments, formatPassage, MAX_SEGMENTS, parseText } from './passage.ts';

export interface RecordWriter {
  /** One transaction: all of the records or none. */
  write(records: readonly FileRecord[]): void;
  /** Within the caller's transaction. */
  dropStale(): void;
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    findContent: prepare('SELECT id FROM content WHERE hash = ?'),
    addContent: prepare(
      'INSERT INTO content (hash, reason, shebang, tokens, loc, lines) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    setIdentity: prepare(`INSERT INTO identity (name, mark, content_id) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET mark = excluded.mark, content_id = excluded.content_id`),
    findPassages: prepare('SELECT text FROM passage WHERE content_id = ? ORDER BY segment'),
    addPassage: prepare('INSERT INTO passage (content_id, segment, chunks, text) VALUES (?, ?, ?, ?)'),
    dropPassage: prepare(
      'DELETE FROM passage WHERE content_id = ? AND NOT EXISTS (SELECT 1 FROM doc WHERE doc.content_id = passage.content_id)',
    ),
    dropVectors: prepare(
      'DELETE FROM vector WHERE content_id = ? AND NOT EXISTS (SELECT 1 FROM passage WHERE passage.content_id = vector.content_id)',
    ),
    findDoc: prepare('SELECT id FROM doc WHERE path = ? AND content_id = ?'),
    addDoc: prepare('INSERT INTO doc (path, content_id) VALUES (?, ?)'),
    listStale: prepare(
      `SELECT id, path, content_id AS contentId FROM doc
      WHERE id < (SELECT max(id) FROM doc) AND NOT EXISTS (SELECT 1 FROM entry WHERE doc_id = doc.id)`,
    ),
    dropDoc: prepare('DELETE FROM doc WHERE id = ?'),
    addTerms: prepare('INSERT INTO terms (rowid, path, symbols, body) VALUES (?, ?, ?, ?)'),
    dropTerms: prepare("INSERT INTO terms (terms, rowid, path, symbols, body) VALUES ('delete', ?, ?, ?, ?)"),
    findEntry: prepare('SELECT doc_id AS docId FROM entry WHERE branch = ? AND path = ?'),
    setEntry: prepare(`INSERT INTO entry (branch, path, doc_id) VALUES (?, ?, ?)
      ON CONFLICT (branch, path) DO UPDATE SET doc_id = excluded.doc_id`),
  };
}

export function createRecordWriter(database: DatabaseSync): RecordWriter {
  const statements = prepareStatements(database);
  const terms = createTermCounter();

  const resolveContent = ({ content }: FileRecord): number => {
    if (typeof content === 'number') return content;
    const { hash, measure } = content;
    const { reason, shebang, tokens, loc, lines } = measure;
    const added = statements.addContent.run(hash, reason, shebang, tokens, loc, lines);
    if (added.changes > 0) return Number(added.lastInsertRowid);
    return Number(statements.findContent.get(hash)?.id);
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

  const writeRecord = (record: FileRecord): void => {
    const { path, identity, search } = record;
    const contentId = resolveContent(record);
    if (identity !== null) statements.setIdentity.run(nameIdentity(path, identity), identity, contentId);
    if (search === null) return;
    const branch = toBranchKey(search.branch);
    const before = statements.findEntry.get(branch, path)?.docId;
    const docId = addDoc(path, contentId, search);
    if (docId !== null && before !== docId) statements.setEntry.run(branch, path, docId);
  };

  return {
    write: (records) => transact(database, () => records.forEach(writeRecord)),
    dropStale() {
      for (const { id, path, contentId } of statements.listStale.all()) {
        tellTerms(statements.dropTerms, { id: Number(id), path: String(path) }, readSegments(Number(contentId)));
        statements.dropDoc.run(Number(id));
        statements.dropPassage.run(Number(contentId));
        statements.dropVectors.run(Number(contentId));
      }
    },
  };
}
