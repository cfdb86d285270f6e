/**
 * Turns the text of a query into search terms with weights: stop words are left out, terms rare in the index count most. Called by
 * search.ts; cli/search-excerpt.ts takes `readQuery` to mark terms.
 */
import type { DatabaseSync } from 'node:sqlite';
import { stemTerm, wordTerms } from './terms.ts';

export interface QueryTerm {
  readonly term: string;
  /** How much a match says: the inverse frequency of the term among the segments. */
  readonly weight: number;
}

/** As the index takes words: a hyphen before a letter joins two. */
const WORDS = /[\w$\x80-\uffff]+(?:-(?=[A-Za-z])[\w$\x80-\uffff]+)*/gu;

const MAX_QUERY_CHARS = 2000;
const MAX_TERMS = 24;
/** A term in more segments than this share finds nothing and costs the most. */
const COMMON_SHARE = 0.25;

const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have how if in into is it its of on or our should ' +
    'so that the their them then there these they this those to up was we were what when where which who why will with would you your not no'
  )
    .split(' ')
    .map(stemTerm),
);

/** All terms of the question, in order; without stop words unless it has nothing else. */
export function readQuery(query: string): readonly string[] {
  const words = query.slice(0, MAX_QUERY_CHARS).match(WORDS) ?? [];
  const terms = [...new Set(words.flatMap(wordTerms))];
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  return telling.length > 0 ? telling : terms;
}

/** Terms that the store knows, the most telling first; common ones only where there is nothing better. */
export function weighTerms(database: DatabaseSync, terms: readonly string[]): readonly QueryTerm[] {
  const segments = Number(database.prepare('SELECT count(*) AS total FROM passage').get()?.total ?? 0);
  const frequency = database.prepare('SELECT doc FROM vocabulary WHERE term = ?');
  const known = terms
    .map((term) => ({ term, found: Number(frequency.get(term)?.doc ?? 0) }))
    .filter(({ found }) => found > 0)
    .map(({ term, found }) => ({
      term,
      found,
      weight: Math.log(1 + Math.max(0.5, segments - found + 0.5) / (found + 0.5)),
    }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS);
  const rare = known.filter(({ found }) => found <= Math.max(COMMON_SHARE * segments, 50));
  return (rare.length > 0 ? rare : known).map(({ term, weight }) => ({ term, weight }));
}
