/**
 * Turns words of code into search terms: an identifier is findable whole and by its camelCase and snake_case parts, an English word by
 * its stem. Terms hold letters and digits alone, so that no text can become query syntax. Pure, never throws. Called by
 * term-counter.ts and query-terms.ts.
 */

/** Longer words are data (hashes, encoded bytes), not names; scripts without spaces write whole sentences. */
const MAX_WORD = 80;
const MAX_UNICODE_WORD = 400;
const MAX_TERM = 64;

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
  if (term.endsWith('sses') || term.endsWith('xes') || term.endsWith('ches') || term.endsWith('shes'))
    return term.slice(0, -2);
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

/** Terms of one word of the text: stems of its parts, and the whole where it has several. No duplicates. */
export function wordTerms(word: string): readonly string[] {
  const isAscii = ASCII.test(word);
  if (word.length > (isAscii ? MAX_WORD : MAX_UNICODE_WORD)) return [];
  const terms: string[] = [];
  for (const piece of isAscii ? [word] : (word.match(UNICODE_RUN) ?? [])) addTerms(terms, piece);
  return terms;
}

function addTerms(terms: string[], piece: string): void {
  const parts = splitIdentifier(piece);
  for (const part of parts) addTerm(terms, stemTerm(part.toLowerCase()));
  if (parts.length > 1) addTerm(terms, parts.join('').toLowerCase());
}

function addTerm(terms: string[], term: string): void {
  if (term.length > 1 && term.length <= MAX_TERM && !terms.includes(term)) terms.push(term);
}
