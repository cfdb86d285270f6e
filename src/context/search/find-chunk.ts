/** Which chunks of a file answer a question, and how well: the terms are looked for in its text, each by its weight. */
import type { Chunk } from '../chunks/chunk.ts';
import { findLines, type Lines, sliceLines } from '../chunks/line-table.ts';
import type { Passage } from '../store/passage.ts';
import type { QueryTerm } from './query-terms.ts';

export interface FoundChunk {
  readonly chunk: Chunk;
  readonly score: number;
  readonly content: string;
}

/** A chunk of one very long line is cut to this much around its first match. */
const MAX_CONTENT_CHARS = 8000;
const LEAD_CHARS = 200;
const SATURATION = 1.2;
const SYMBOL_BONUS = 1;

interface Tally {
  readonly chunk: Chunk;
  readonly counts: Map<string, number>;
  first: number;
}

function tallyMatches(table: Lines, chunks: readonly Chunk[], pattern: RegExp): readonly Tally[] {
  const tallies: Tally[] = chunks.map((chunk) => ({ chunk, counts: new Map(), first: -1 }));
  let at = 0;
  for (const match of table.text.matchAll(pattern)) {
    while (at < chunks.length - 1 && (table.starts[chunks[at]?.endLine ?? 0] ?? 0) <= match.index) at += 1;
    const tally = tallies[at];
    if (tally === undefined) break;
    const found = match[0].toLowerCase();
    tally.counts.set(found, (tally.counts.get(found) ?? 0) + 1);
    if (tally.first < 0) tally.first = match.index;
  }
  return tallies.filter(({ first }) => first >= 0);
}

/** Text of a chunk, cut where it is very long, and saying so. */
export function showChunk(table: Lines, chunk: Chunk, firstMatch: number): string {
  const text = sliceLines(table, chunk.startLine - 1, chunk.endLine).replace(/\r?\n$/u, '');
  if (text.length <= MAX_CONTENT_CHARS) return text;
  const from = Math.max(
    0,
    Math.min(firstMatch - (table.starts[chunk.startLine - 1] ?? 0) - LEAD_CHARS, text.length - MAX_CONTENT_CHARS),
  );
  const cut = text.slice(from, from + MAX_CONTENT_CHARS).toWellFormed();
  return `${from > 0 ? '[cut] ' : ''}${cut}${from + MAX_CONTENT_CHARS < text.length ? ' [cut]' : ''}`;
}

const scoreTally = ({ chunk, counts }: Tally, weights: ReadonlyMap<string, number>): number => {
  const symbol = chunk.symbol?.toLowerCase() ?? '';
  let score = 0;
  for (const [term, times] of counts) {
    const weight = weights.get(term) ?? 0;
    score += weight * (times / (times + SATURATION)) + (symbol.includes(term) ? weight * SYMBOL_BONUS : 0);
  }
  return score;
};

/** Best first; the first chunk with score 0 where only the path matched. Terms hold letters and digits alone. */
export function findChunks({ text, chunks }: Passage, terms: readonly QueryTerm[]): readonly FoundChunk[] {
  const table = findLines(text);
  const longestFirst = terms.map(({ term }) => term).sort((a, b) => b.length - a.length);
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const tallies = tallyMatches(table, chunks, new RegExp(longestFirst.join('|'), 'giu'));
  const found = tallies
    .map((tally) => ({ tally, score: scoreTally(tally, weights) }))
    .sort((a, b) => b.score - a.score || a.tally.chunk.startLine - b.tally.chunk.startLine)
    .map(({ tally, score }) => ({ chunk: tally.chunk, score, content: showChunk(table, tally.chunk, tally.first) }));
  const start = chunks[0];
  return found.length > 0 || start === undefined
    ? found
    : [{ chunk: start, score: 0, content: showChunk(table, start, 0) }];
}
