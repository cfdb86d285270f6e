/** The fallback of search: the words as they stand, in any case, in the stored texts of a branch. */
import type { DatabaseSync } from 'node:sqlite';
import { findLines } from '../chunks/line-table.ts';
import { type Passage, parsePassage, type StoredPassage } from '../store/passage.ts';
import { showChunk } from './find-chunk.ts';
import type { SearchResult, SearchView } from './search-answer.ts';

const MAX_QUERY_CHARS = 500;

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

function grepPassage(filePath: string, { text, chunks }: Passage, pattern: RegExp): readonly SearchResult[] {
  if (text.search(pattern) < 0) return [];
  const table = findLines(text);
  return chunks.flatMap((chunk) => {
    const from = table.starts[chunk.startLine - 1] ?? 0;
    const part = table.text.slice(from, table.starts[chunk.endLine]);
    const score = [...part.matchAll(pattern)].length;
    const { startLine, endLine } = chunk;
    return score === 0
      ? []
      : [{ filePath, startLine, endLine, score, content: showChunk(table, chunk, from + part.search(pattern)) }];
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
       WHERE e.branch = ? AND substr(e.path, 1, length(?)) = ? ORDER BY e.path`,
    )
    .iterate(view.branch, view.pathPrefix, view.pathPrefix);
  let best: readonly SearchResult[] = [];
  for (const row of rows) {
    const found = grepPassage(String(row.path), parsePassage(row as unknown as StoredPassage), pattern);
    if (found.length > 0) best = [...best, ...found].sort((a, b) => b.score - a.score).slice(0, limit);
  }
  return best;
}
