/**
 * Makes the three texts that the full-text index stores of a file: terms of its path, of the names it declares, and of its words.
 * Called by write-records.ts.
 */
import { findSymbols } from '../chunks/symbols.ts';
import type { TermCounter } from '../search/term-counter.ts';

export interface DocumentTerms {
  readonly path: string;
  readonly symbols: string;
  readonly body: string;
}

/** Ranking saturates with frequency, so a term is written once and once more for each doubling of its count. */
function formatTerms(text: string, counter: TermCounter): string {
  const out: string[] = [];
  counter.count(text, (term, times) => {
    for (let left = times; left > 0; left >>>= 1) out.push(term);
  });
  return out.join(' ');
}

export const listTerms = (path: string, text: string, counter: TermCounter): DocumentTerms => ({
  path: formatTerms(path, counter),
  symbols: formatTerms(findSymbols(text).join(' '), counter),
  body: formatTerms(text, counter),
});
