/**
 * Searches the stored index: ranks files by their terms and returns the best chunk of each; where no term is known, it searches for
 * the words as they stand (grep-passages.ts). `source` says which of them answered. Never calls a network. Called by
 * context/store/sqlite-store.ts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchAnswer, SearchRequest, SearchResult } from '../../ports/context-store.ts';
import { MAX_SEGMENTS, type Passage, parsePassage, type StoredPassage } from '../store/passage.ts';
import { createChunkFinder } from './find-chunk.ts';
import { grepPassages, isBeneath, type SearchView } from './grep-passages.ts';
import { type QueryTerm, readQuery, weighTerms } from './query-terms.ts';

/** A hit in the path says most of what a file is about, one among the declared names much. */
const COLUMN_WEIGHTS = '1.5, 0.5, 0.25';
/** How much the best chunk of a file counts beside the file as a whole. */
const CHUNK_WEIGHT = 0.25;
const MAX_LIMIT = 100;

function resolveView(database: DatabaseSync, request: Omit<SearchRequest, 'query' | 'limit'>): SearchView {
  const { branch, only = null } = request;
  const pathPrefix = (request.pathPrefix ?? '').replace(/^(?:\.\/+)+|^\.$|\/+$/gu, '');
  if (branch !== undefined) return { branch: branch ?? '', pathPrefix, only };
  const newest = database.prepare('SELECT branch FROM view ORDER BY used DESC LIMIT 1').get();
  return { branch: String(newest?.branch ?? ''), pathPrefix, only };
}

/** A segment of a file. */
interface RankedSegment {
  readonly path: string;
  readonly contentId: number;
  readonly segment: number;
  readonly score: number;
}

const WIDEN = 8;

/**
 * Best segments of the view, until there are `limit` files among them. Ranks over all branches first, wider and wider
 * while too few of them are in the view.
 */
function rankSegments(
  database: DatabaseSync,
  terms: readonly QueryTerm[],
  view: SearchView,
  limit: number,
): readonly RankedSegment[] {
  if (terms.length === 0) return [];
  const statement = database.prepare(`
    WITH ranked AS MATERIALIZED (
      SELECT rowid AS id, bm25(terms, ${COLUMN_WEIGHTS}) AS score FROM terms WHERE terms MATCH ?1 ORDER BY score LIMIT ?2
    )
    SELECT e.path AS path, d.content_id AS contentId, r.id % ${MAX_SEGMENTS} AS segment, -r.score AS score,
      (SELECT count(*) FROM ranked) AS ranked
    FROM ranked r JOIN doc d ON d.id = r.id / ${MAX_SEGMENTS} JOIN entry e ON e.doc_id = d.id AND e.branch = ?3
    WHERE ${isBeneath('?4')} ORDER BY r.score, e.path, r.id`);
  const match = terms.map(({ term }) => `"${term}"`).join(' OR ');
  const { branch, pathPrefix, only } = view;
  for (let width = limit * 4; ; width *= WIDEN) {
    const rows = statement.all(match, width, branch, pathPrefix) as unknown as readonly (RankedSegment & {
      readonly ranked: number;
    })[];
    const wanted = only === null ? rows : rows.filter(({ path }) => only.has(path));
    const files = new Set(wanted.map(({ path }) => path)).size;
    if (files >= limit || width > 1_000_000 || (rows[0]?.ranked ?? width) < width) return wanted;
  }
}

const roundScore = (score: number): number => Math.round(score * 10_000) / 10_000;

function readPassage(database: DatabaseSync, { contentId, segment }: RankedSegment): Passage | null {
  const row = database
    .prepare('SELECT chunks, text FROM passage WHERE content_id = ? AND segment = ?')
    .get(contentId, segment);
  return row === undefined ? null : parsePassage(row as unknown as StoredPassage);
}

/** The best chunk of every file first, further chunks only where there are too few files. */
function chooseResults(found: readonly (readonly SearchResult[])[], limit: number): readonly SearchResult[] {
  const firsts = found.flatMap((results) => results.slice(0, 1));
  const others = found.flatMap((results) => results.slice(1));
  const byScore = (a: SearchResult, b: SearchResult): number => b.score - a.score;
  return [...firsts.sort(byScore), ...others.sort(byScore)].slice(0, limit).sort(byScore);
}

function searchTerms(
  database: DatabaseSync,
  terms: readonly QueryTerm[],
  view: SearchView,
  limit: number,
): readonly SearchResult[] {
  const ranked = rankSegments(database, terms, view, limit);
  const byFile = [...Map.groupBy(ranked, ({ path }) => path).values()].slice(0, limit);
  const perFile = byFile.length < limit ? limit : 1;
  const findChunks = createChunkFinder(terms);
  const findInSegment = (segment: RankedSegment): readonly SearchResult[] => {
    const passage = readPassage(database, segment);
    return (passage === null ? [] : findChunks(passage, perFile)).map(({ chunk, score, content }) => ({
      filePath: segment.path,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      score: roundScore(segment.score + CHUNK_WEIGHT * score),
      content,
    }));
  };
  const found = byFile.map((segments) =>
    segments
      .slice(0, perFile)
      .flatMap(findInSegment)
      .sort((a, b) => b.score - a.score),
  );
  return chooseResults(found, limit);
}

/** `limit` is kept between 1 and 100. Any text may be asked for. */
export function searchIndex(database: DatabaseSync, request: SearchRequest): SearchAnswer {
  const limit = Math.min(Math.max(Math.trunc(request.limit), 1), MAX_LIMIT);
  const view = resolveView(database, request);
  const terms = weighTerms(database, readQuery(request.query));
  const results = searchTerms(database, terms, view, limit);
  if (results.length > 0) return { query: request.query, source: 'keyword', results };
  return { query: request.query, source: 'grep', results: grepPassages(database, request.query, view, limit) };
}
