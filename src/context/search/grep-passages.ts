/** The fallback of search: the words as they stand, in any case, in the stored texts of a branch. */
import type { DatabaseSync } from 'node:sqlite';
import { type Passage, parsePassage, type StoredPassage } from '../store/passage.ts';
import { showChunk } from './find-chunk.ts';
import type { SearchResult, SearchView } from './search-answer.ts';

const MAX_QUERY_CHARS = 500;

/** The file or folder itself and what lies in it; everything where it is empty. */
export const isBeneath = (path: string): string =>
  `(${path} = '' OR e.path = ${path} OR substr(e.path, 1, length(${path}) + 1) = ${path} || '/')`;

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

function grepPassage(filePath: string, passage: Passage, pattern: RegExp): readonly SearchResult[] {
  const { bytes, chunks } = passage;
  if (bytes.toString('utf8').search(pattern) < 0) return [];
  return chunks.flatMap((chunk) => {
    const text = bytes.toString('utf8', chunk.startByte, chunk.endByte);
    const score = [...text.matchAll(pattern)].length;
    if (score === 0) return [];
    const firstMatch = chunk.startByte + Buffer.byteLength(text.slice(0, text.search(pattern)));
    const { startLine, endLine } = chunk;
    return [{ filePath, startLine, endLine, score, content: showChunk(passage, chunk, firstMatch) }];
  });
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
  const pattern = new RegExp(escapePattern(words.toWellFormed()), 'giu');
  const rows = database
    .prepare(
      `SELECT e.path AS path, p.chunks AS chunks, p.text AS text
       FROM entry e JOIN doc d ON d.id = e.doc_id JOIN passage p ON p.content_id = d.content_id
       WHERE e.branch = ?1 AND ${isBeneath('?2')} ORDER BY e.path, p.segment`,
    )
    .iterate(view.branch, view.pathPrefix);
  let best: readonly SearchResult[] = [];
  for (const row of rows) {
    const found = grepPassage(String(row.path), parsePassage(row as unknown as StoredPassage), pattern);
    if (found.length > 0) best = [...best, ...found].sort((a, b) => b.score - a.score).slice(0, limit);
  }
  return best;
}
