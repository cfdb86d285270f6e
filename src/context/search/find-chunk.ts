/**
 * Finds the chunks of one file that answer a search best: looks for the terms in its stored text, each by its weight, and returns
 * chunks with score and text. Called by search.ts; grep-passages.ts takes `showChunk`.
 */
import type { Passage, PassageChunk } from '../store/passage.ts';
import type { QueryTerm } from './query-terms.ts';
import { createTermMatcher } from './term-matcher.ts';

export interface FoundChunk {
  readonly chunk: PassageChunk;
  readonly score: number;
  readonly content: string;
}

/** A chunk of one very long line is cut to this much around its first match. */
const MAX_CONTENT_CHARS = 8000;
const LEAD_CHARS = 200;
const SATURATION = 1.2;
const SYMBOL_BONUS = 1;

interface Tally {
  readonly chunk: PassageChunk;
  /** By number of the term. */
  readonly counts: Map<number, number>;
  /** Byte of the first match. */
  readonly first: number;
}

/** Text of a chunk, cut where it is very long, and saying so. `firstMatch` is a byte of the passage. */
export function showChunk({ bytes }: Passage, { startByte, endByte }: PassageChunk, firstMatch: number): string {
  const text = bytes
    .toString('utf8', startByte, endByte)
    .replace(/\r?\n$/u, '')
    .replace(/\r(?!\n)/gu, '\n');
  if (text.length <= MAX_CONTENT_CHARS) return text;
  const lead = bytes.toString('utf8', startByte, firstMatch).length - LEAD_CHARS;
  const from = Math.max(0, Math.min(lead, text.length - MAX_CONTENT_CHARS));
  const cut = text.slice(from, from + MAX_CONTENT_CHARS).toWellFormed();
  return `${from > 0 ? '[cut] ' : ''}${cut}${from + MAX_CONTENT_CHARS < text.length ? ' [cut]' : ''}`;
}

/** At most `limit` chunks of a file, best first; its first chunk with score 0 where only the path matched. */
type FindChunks = (passage: Passage, limit: number) => readonly FoundChunk[];

/** Looks into many files for one question. */
export function createChunkFinder(terms: readonly QueryTerm[]): FindChunks {
  const matcher = createTermMatcher(terms.map(({ term }) => term));

  const tallyMatches = ({ bytes, chunks }: Passage): readonly Tally[] => {
    const tallies: Tally[] = [];
    let at = 0;
    let current: Tally | undefined;
    matcher.scan(bytes, (term, from) => {
      while (at < chunks.length - 1 && (chunks[at]?.endByte ?? 0) <= from) at += 1;
      const chunk = chunks[at];
      if (chunk === undefined) return;
      if (current?.chunk !== chunk) {
        current = { chunk, counts: new Map(), first: from };
        tallies.push(current);
      }
      current.counts.set(term, (current.counts.get(term) ?? 0) + 1);
    });
    return tallies;
  };

  const scoreTally = ({ chunk, counts }: Tally): number => {
    const symbol = chunk.symbol?.toLowerCase() ?? '';
    let score = 0;
    for (const [number, times] of counts) {
      const { term, weight } = terms[number] ?? { term: '', weight: 0 };
      score += weight * (times / (times + SATURATION)) + (symbol.includes(term) ? weight * SYMBOL_BONUS : 0);
    }
    return score;
  };

  return (passage, limit) => {
    const found = tallyMatches(passage)
      .map((tally) => ({ tally, score: scoreTally(tally) }))
      .sort((a, b) => b.score - a.score || a.tally.chunk.startLine - b.tally.chunk.startLine)
      .slice(0, limit)
      .map(({ tally, score }) => ({
        chunk: tally.chunk,
        score,
        content: showChunk(passage, tally.chunk, tally.first),
      }));
    const start = passage.chunks[0];
    return found.length > 0 || start === undefined
      ? found
      : [{ chunk: start, score: 0, content: showChunk(passage, start, 0) }];
  };
}
