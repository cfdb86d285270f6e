/**
 * The stored index of one reviewed folder: what its files measure, by content, and what can be searched, by branch. Every
 * write is one transaction under the write lock, so a kill at any moment or a second process leaves a usable index.
 */
import { join } from 'node:path';
import { splitChunks } from '../chunks/split-chunks.js';
import { createTermCounter } from '../search/term-counter.js';
import { listTerms } from './document-terms.js';
import { createFileLookup, nameIdentity } from './file-lookup.js';
import { openDatabase, removeDatabase } from './open-database.js';
import { cutSegments, formatPassage, MAX_SEGMENTS, parseText } from './passage.js';
const EXTENTS = ['none', 'part', 'whole'];
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
function prepareStatements(database) {
    const prepare = (sql) => database.prepare(sql);
    return {
        findContent: prepare(`SELECT ${KNOWN} FROM content c WHERE hash = ?`),
        addContent: prepare('INSERT INTO content (hash, reason, tokens, loc, lines) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
        setIdentity: prepare(`INSERT INTO identity (name, mark, content_id) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET mark = excluded.mark, content_id = excluded.content_id`),
        findPassages: prepare('SELECT text FROM passage WHERE content_id = ? ORDER BY segment'),
        hasPassage: prepare('SELECT 1 FROM passage WHERE content_id = ? LIMIT 1'),
        addPassage: prepare('INSERT INTO passage (content_id, segment, chunks, text) VALUES (?, ?, ?, ?)'),
        dropPassage: prepare('DELETE FROM passage WHERE content_id = ? AND NOT EXISTS (SELECT 1 FROM doc WHERE doc.content_id = passage.content_id)'),
        findDoc: prepare('SELECT id FROM doc WHERE path = ? AND content_id = ?'),
        addDoc: prepare('INSERT INTO doc (path, content_id) VALUES (?, ?)'),
        listStale: prepare(`SELECT id, path, content_id AS contentId FROM doc
      WHERE id < (SELECT max(id) FROM doc) AND NOT EXISTS (SELECT 1 FROM entry WHERE doc_id = doc.id)`),
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
        findExtent: prepare('SELECT whole FROM view WHERE branch = ?1 UNION ALL SELECT 0 FROM entry WHERE branch = ?1 LIMIT 1'),
        oldViews: prepare('SELECT branch FROM view ORDER BY used DESC LIMIT -1 OFFSET ?'),
        dropView: prepare('DELETE FROM view WHERE branch = ?'),
        countSpare: prepare('SELECT (SELECT count(*) FROM content) AS contents, (SELECT count(*) FROM doc) AS docs'),
        dropSpare: prepare(`DELETE FROM content
      WHERE id < (SELECT max(id) FROM content) AND NOT EXISTS (SELECT 1 FROM doc WHERE doc.content_id = content.id)`),
        dropLost: prepare('DELETE FROM identity WHERE NOT EXISTS (SELECT 1 FROM content WHERE content.id = identity.content_id)'),
    };
}
const isFound = (row) => row !== undefined;
function createWriter(statements) {
    const terms = createTermCounter();
    const resolveContent = ({ content }) => {
        if (typeof content === 'number')
            return content;
        const { hash, measure } = content;
        const added = statements.addContent.run(hash, measure.reason, measure.tokens, measure.loc, measure.lines);
        if (added.changes > 0)
            return Number(added.lastInsertRowid);
        return Number(statements.findContent.get(hash)?.contentId);
    };
    /** Texts of the segments, in order; none where the text is not stored. */
    const readSegments = (contentId) => statements.findPassages.all(contentId).map(({ text }) => parseText(text));
    const storeSegments = (contentId, text, language) => {
        const segments = cutSegments(text, splitChunks(text, language));
        for (const [at, segment] of segments.entries()) {
            const passage = formatPassage(segment);
            statements.addPassage.run(contentId, at, passage.chunks, passage.text);
        }
        return segments.map((segment) => segment.text);
    };
    const tellTerms = (statement, doc, texts) => {
        for (const [at, text] of texts.entries()) {
            const listed = listTerms(doc.path, text, terms);
            statement.run(doc.id * MAX_SEGMENTS + at, listed.path, listed.symbols, listed.body);
        }
    };
    const dropStale = () => {
        for (const { id, path, contentId } of statements.listStale.all()) {
            tellTerms(statements.dropTerms, { id: Number(id), path: String(path) }, readSegments(Number(contentId)));
            statements.dropDoc.run(Number(id));
            statements.dropPassage.run(Number(contentId));
        }
    };
    const addDoc = (path, contentId, { language, text }) => {
        const known = statements.findDoc.get(path, contentId);
        if (known !== undefined)
            return Number(known.id);
        const stored = readSegments(contentId);
        // Another process may have forgotten the text since we looked; the next run reads the file again.
        if (stored.length === 0 && text === null)
            return null;
        const texts = stored.length > 0 ? stored : storeSegments(contentId, text ?? '', language);
        const id = Number(statements.addDoc.run(path, contentId).lastInsertRowid);
        tellTerms(statements.addTerms, { id, path }, texts);
        return id;
    };
    return {
        dropStale,
        writeRecord(record) {
            const { path, identity, search } = record;
            const contentId = resolveContent(record);
            if (identity !== null)
                statements.setIdentity.run(nameIdentity(path, identity), identity, contentId);
            if (search === null)
                return;
            const before = statements.findEntry.get(search.branch, path)?.docId;
            const docId = addDoc(path, contentId, search);
            if (docId === null || before === docId)
                return;
            statements.setEntry.run(search.branch, path, docId);
        },
    };
}
function hasManyStale({ countStale }) {
    const { docs, stale } = countStale.get() ?? {};
    return Number(stale) > Math.max(SPARE_DOCS, SPARE_SHARE * Number(docs));
}
/** What is wrong with the store, so far as anybody has noticed. */
function createHealth(found) {
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
        warn(later) {
            hasFailed = true;
            warning = warning === null ? later : `${warning}; ${later}`;
        },
        giveUp(error) {
            if (hasFailed)
                return;
            isDamaged = true;
            hasFailed = true;
            const reason = error instanceof Error ? error.message : String(error);
            warning = `the stored index is damaged (${reason}); the next run begins it anew`;
        },
    };
}
export function openContextStore(options) {
    const opened = openDatabase(options.stateDir, options.root);
    const { database } = opened;
    const health = createHealth(opened.warning);
    const statements = prepareStatements(database);
    const writer = createWriter(statements);
    const transact = (work) => {
        database.exec('BEGIN IMMEDIATE');
        try {
            work();
            database.exec('COMMIT');
        }
        catch (error) {
            if (database.isTransaction)
                database.exec('ROLLBACK');
            throw error;
        }
    };
    const dropEntries = (branch, isKept) => {
        for (const { path } of statements.listEntries.all(branch))
            if (!isKept(String(path)))
                statements.dropEntry.run(branch, path ?? null);
    };
    const dropOldViews = () => {
        for (const { branch } of statements.oldViews.all(MAX_VIEWS)) {
            dropEntries(String(branch), () => false);
            statements.dropView.run(branch ?? null);
        }
    };
    const dropSpareContents = () => {
        const { contents, docs } = statements.countSpare.get() ?? {};
        if (Number(contents) <= 2 * Number(docs) + SPARE_CONTENTS)
            return;
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
        useView: (branch) => transact(() => statements.useView.run(branch, 0)),
        openLookup: (branch) => createFileLookup(database, branch),
        findContent: (hash) => statements.findContent.get(hash) ?? null,
        extentOf: (branch) => EXTENTS[Number(statements.findExtent.get(branch)?.whole ?? -1) + 1] ?? 'none',
        hasPassage: (contentId) => isFound(statements.hasPassage.get(contentId)),
        write: (records) => transact(() => records.forEach(writer.writeRecord)),
        keepOnly(branch, paths) {
            const newest = statements.newestView.get();
            const isKnown = newest?.branch === branch && newest.whole === 1;
            const isSame = isKnown && statements.countEntries.get(branch)?.files === paths.size;
            if (isSame && !hasManyStale(statements))
                return;
            transact(() => {
                dropEntries(branch, (path) => paths.has(path));
                statements.useView.run(branch, 1);
                dropOldViews();
                if (hasManyStale(statements))
                    writer.dropStale();
                dropSpareContents();
            });
        },
        [Symbol.dispose]() {
            database.close();
            if (health.isDamaged && opened.path !== null)
                removeDatabase(opened.path);
        },
    };
}
