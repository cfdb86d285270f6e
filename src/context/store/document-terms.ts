/** What the term index is told of a file: its path, the names it declares and its words, each as a line of terms. */
import { findSymbols } from '../chunks/symbols.ts';
import type { TermCounter } from '../search/terms.ts';

export interface DocumentTerms {
  readonly path: string;
  readonly symbols: string;
  readonly body: string;
}

/** Ranking saturates with frequency, so a term is written once and once more for each doubling of its count. */
function repeatTerms(counts: ReadonlyMap<string, number>): string {
  const out: string[] = [];
  for (const [term, times] of counts) {
    for (let left = times; left > 0; left >>>= 1) out.push(term);
  }
  return out.join(' ');
}

export const listTerms = (path: string, text: string, counter: TermCounter): DocumentTerms => ({
  path: repeatTerms(counter.count(path)),
  symbols: repeatTerms(counter.count(findSymbols(text).join(' '))),
  body: repeatTerms(counter.count(text)),
});
