/**
 * Searches the stored index: ranks files by their terms and, with a model, by their meaning, and returns the best chunk of each; where
 * nothing is known, it searches for the words as they stand (grep-passages.ts). `source` says which of them answered. Never calls a
 * network. Called by context/store/sqlite-store.ts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchAnswer, SearchRequest, SearchResult } from '../../ports/context-store.ts';
import { MAX_SEGMENTS, type Passage, parsePassage, type StoredPassage } from '../store/passage.ts';
import { createChunkFinder, showChunk } from './find-chunk.ts';
import { grepPassages, isBeneath, type SearchView } from './grep-passages.ts';
import { type QueryTerm, readQuery, weighTerms } from './query-terms.ts';

/** A hit in the path says most of what a file is about, one among the declared names much. */
const COLUMN_WEIGHTS = '1.5, 0.5, 0.25';
/** How much the best chunk of a file counts beside the file as a whole. */
const CHUNK_WEIGHT = 0.25;
const MAX_LIMIT = 100;

export function resolveView(database: DatabaseSync, request: Omit<SearchRequest, 'query' | 'limit'>): SearchView {
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

function readPassage(
  database: DatabaseSync,
  { contentId, segment }: Pick<RankedSegment, 'contentId' | 'segment'>,
): Passage | null {
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

/** Files looked at by words and by meaning before both lists are joined. */
const WORD_FILES = 30;
const MEANT_FILES = 100;
/** Of reciprocal rank fusion: how little the first ranks stand out, and what meaning counts beside words. */
const RANK_DAMPING = 60;
const MEANING_WEIGHT = 0.7;

/** A file that means what was asked for; found by context/vectors/meaning-search.ts. */
export interface MeantFile {
  readonly path: string;
  readonly contentId: number;
  readonly segment: number;
  /** The nearest chunk, by its number in the segment. */
  readonly chunk: number;
}

function showMeant(database: DatabaseSync, file: MeantFile): SearchResult | null {
  const passage = readPassage(database, file);
  const chunk = passage?.chunks[file.chunk];
  if (passage === null || chunk === undefined) return null;
  const { startLine, endLine } = chunk;
  return { filePath: file.path, startLine, endLine, score: 0, content: showChunk(passage, chunk, chunk.startByte) };
}

/** Both lists by reciprocal ranks. A file that words found is shown by the chunk they found. */
function fuseResults(
  database: DatabaseSync,
  byWords: readonly SearchResult[],
  byMeaning: readonly MeantFile[],
  limit: number,
): readonly SearchResult[] {
  const scores = new Map<string, number>();
  const add = (path: string, weight: number, rank: number): void => {
    scores.set(path, (scores.get(path) ?? 0) + weight / (RANK_DAMPING + rank));
  };
  const shown = new Map(byWords.toReversed().map((result) => [result.filePath, result]));
  for (const [rank, path] of [...new Set(byWords.map(({ filePath }) => filePath))].entries()) add(path, 1, rank);
  for (const [rank, { path }] of byMeaning.entries()) add(path, MEANING_WEIGHT, rank);
  const meant = new Map(byMeaning.map((file) => [file.path, file]));
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .flatMap(([path, score]) => {
      const file = meant.get(path);
      const result = shown.get(path) ?? (file === undefined ? null : showMeant(database, file));
      return result === null ? [] : [{ ...result, score: roundScore(score) }];
    });
}

/** At most `limit` files that mean what is asked for, best first. */
export type FindMeant = (query: string, view: SearchView, limit: number) => readonly MeantFile[];

/** `limit` is kept between 1 and 100. Any text may be asked for. */
export function searchIndex(database: DatabaseSync, request: SearchRequest, findMeant?: FindMeant): SearchAnswer {
  const limit = Math.min(Math.max(Math.trunc(request.limit), 1), MAX_LIMIT);
  const view = resolveView(database, request);
  const terms = weighTerms(database, readQuery(request.query));
  const byMeaning = findMeant?.(request.query, view, MEANT_FILES) ?? [];
  if (byMeaning.length > 0) {
    const named = searchTerms(database, terms, view, Math.max(limit, WORD_FILES));
    const byWords = named.length > 0 ? named : grepPassages(database, request.query, view, limit);
    return { query: request.query, source: 'hybrid', results: fuseResults(database, byWords, byMeaning, limit) };
  }
  const results = searchTerms(database, terms, view, limit);
  if (results.length > 0) return { query: request.query, source: 'keyword', results };
  return { query: request.query, source: 'grep', results: grepPassages(database, request.query, view, limit) };
}
