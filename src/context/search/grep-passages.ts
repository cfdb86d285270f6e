/**
 * Searches the stored texts of a branch for the words of a query as they stand, in any case, and returns the chunks with the most
 * matches. Called by search.ts where no term of the query is known.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchResult } from '../../ports/context-store.ts';
import { type Passage, type PassageChunk, parsePassage, type StoredPassage } from '../store/passage.ts';
import { showChunk } from './find-chunk.ts';

/** The files of one branch beneath one path. */
export interface SearchView {
  readonly branch: string;
  readonly pathPrefix: string;
  /** Null for all of them. */
  readonly only: ReadonlySet<string> | null;
}

const MAX_QUERY_CHARS = 500;

/** The file or folder itself and what lies in it; everything where it is empty. */
export const isBeneath = (path: string): string =>
  `(${path} = '' OR e.path = ${path} OR substr(e.path, 1, length(${path}) + 1) = ${path} || '/')`;

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

/** The end of a piece of one very long line, which the next segment goes on with. */
interface Tail {
  readonly filePath: string;
  readonly startLine: number;
  readonly text: string;
}

const isContinued = (tail: Tail | null, filePath: string, chunk: PassageChunk | undefined): tail is Tail =>
  tail !== null && tail.filePath === filePath && tail.startLine === chunk?.startLine;

/** Looks through segments in order; words across the cut of a very long line count for the piece in which they end. */
function createPassageGrep(words: string) {
  const pattern = new RegExp(escapePattern(words.toWellFormed()), 'giu');
  const reach = words.length - 1;
  let tail: Tail | null = null;

  const countAcross = (before: string, text: string): number => {
    const seam = before + text.slice(0, reach);
    return [...seam.matchAll(pattern)].filter(
      (match) => match.index < before.length && match.index + match[0].length > before.length,
    ).length;
  };

  return (filePath: string, passage: Passage): readonly SearchResult[] => {
    const { bytes, chunks } = passage;
    const whole = bytes.toString('utf8');
    const [first, last] = [chunks[0], chunks.at(-1)];
    const across = isContinued(tail, filePath, first) && reach > 0 ? countAcross(tail.text, whole) : 0;
    tail =
      last === undefined ? null : { filePath, startLine: last.startLine, text: reach > 0 ? whole.slice(-reach) : '' };
    if (across === 0 && whole.search(pattern) < 0) return [];
    return chunks.flatMap((chunk) => {
      const text = bytes.toString('utf8', chunk.startByte, chunk.endByte);
      const score = [...text.matchAll(pattern)].length + (chunk === first ? across : 0);
      if (score === 0) return [];
      const firstMatch = chunk.startByte + Buffer.byteLength(text.slice(0, Math.max(0, text.search(pattern))));
      const { startLine, endLine } = chunk;
      return [{ filePath, startLine, endLine, score, content: showChunk(passage, chunk, firstMatch) }];
    });
  };
}

/** Chunks with the most matches first. A question of nothing but white space matches nothing. */
export function grepPassages(
  database: DatabaseSync,
  query: string,
  view: SearchView,
  limit: number,
): readonly SearchResult[] {
  const words = query.trim().slice(0, MAX_QUERY_CHARS);
  if (words === '') return [];
  const grepPassage = createPassageGrep(words);
  const rows = database
    .prepare(
      `SELECT e.path AS path, p.chunks AS chunks, p.text AS text
       FROM entry e JOIN doc d ON d.id = e.doc_id JOIN passage p ON p.content_id = d.content_id
       WHERE e.branch = ?1 AND ${isBeneath('?2')} ORDER BY e.path, p.segment`,
    )
    .iterate(view.branch, view.pathPrefix);
  let best: readonly SearchResult[] = [];
  for (const row of rows) {
    const path = String(row.path);
    if (view.only?.has(path) === false) continue;
    const found = grepPassage(path, parsePassage(row as unknown as StoredPassage));
    if (found.length > 0) best = [...best, ...found].sort((a, b) => b.score - a.score).slice(0, limit);
  }
  return best;
}
