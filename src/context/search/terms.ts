/**
 * Words of code as search terms: an identifier is findable whole and by its camelCase and snake_case parts, an English
 * word by its stem. Terms hold letters and digits alone, so that no text can become query syntax. Pure, bounded, never throws.
 */

/** Longer words are data (hashes, encoded bytes), not names. */
const MAX_WORD = 80;
const MAX_TERM = 64;

const WORD = /[A-Za-z0-9_$]+|[^\0-\x7f]+/gu;
const ASCII = /^[\0-\x7f]*$/u;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/gu;
const UNICODE_RUN = /[\p{L}\p{M}\p{N}]+/gu;
const UNICODE_PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{N}+/gu;

/** `parseHTTPHeader_v2` → `parse`, `HTTP`, `Header`, `v`, `2`: the parts as written. */
export const splitIdentifier = (word: string): readonly string[] =>
  word.match(ASCII.test(word) ? PARTS : UNICODE_PARTS) ?? [];

/** A light stem for lower-case English: the same for singular and plural, verb and participle, `connect` and `connection`. */
export function stemTerm(term: string): string {
  if (term.length < 4 || !/^[a-z]+$/u.test(term)) return term;
  return dropFinalE(dropSuffix(dropPlural(term)));
}

function dropPlural(term: string): string {
  if (term.endsWith('ies') && term.length > 4) return `${term.slice(0, -3)}y`;
  if (term.endsWith('sses') || term.endsWith('xes') || term.endsWith('ches') || term.endsWith('shes')) return term.slice(0, -2);
  return term.endsWith('s') && !/(?:ss|us|is)$/u.test(term) ? term.slice(0, -1) : term;
}

function dropSuffix(term: string): string {
  if (term.length > 5 && term.endsWith('ing')) return undouble(term.slice(0, -3));
  if (term.length > 4 && term.endsWith('ed') && !term.endsWith('eed')) return undouble(term.slice(0, -2));
  if (term.length > 5 && /[st]ion$/u.test(term)) return term.slice(0, -3);
  return term;
}

const undouble = (term: string): string => (/([bdgmnprt])\1$/u.test(term) ? term.slice(0, -1) : term);
const dropFinalE = (term: string): string => (term.length > 4 && term.endsWith('e') ? term.slice(0, -1) : term);

const isTerm = (term: string): boolean => term.length > 1 && term.length <= MAX_TERM;

/** Terms of one word of the text: stems of its parts, and the whole where it has several. No duplicates. */
export function wordTerms(word: string): readonly string[] {
  if (word.length > MAX_WORD) return [];
  const pieces = ASCII.test(word) ? [word] : (word.match(UNICODE_RUN) ?? []);
  const terms = new Set<string>();
  for (const piece of pieces) {
    const parts = splitIdentifier(piece).map((part) => part.toLowerCase());
    for (const part of parts) terms.add(stemTerm(part));
    if (parts.length > 1) terms.add(parts.join(''));
  }
  return [...terms].filter(isTerm);
}

export interface TermCounter {
  /** How often each term occurs in the text, in order of appearance. */
  count(text: string): Map<string, number>;
}

const MAX_REMEMBERED = 50_000;

/** Remembers the terms of words: source code says the same words again and again. */
export function createTermCounter(): TermCounter {
  const remembered = new Map<string, readonly string[]>();
  const termsOf = (word: string): readonly string[] => {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    const terms = wordTerms(word);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (word.length <= MAX_WORD) remembered.set(word, terms);
    return terms;
  };
  return {
    count(text) {
      const words = new Map<string, number>();
      for (const word of text.match(WORD) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
      const terms = new Map<string, number>();
      for (const [word, times] of words) for (const term of termsOf(word)) terms.set(term, (terms.get(term) ?? 0) + times);
      return terms;
    },
  };
}
