/**
 * Counts how often each search term occurs in a text. Made for whole repositories: the terms of a word are worked out once and
 * remembered. Called by store/document-terms.ts when the index is written.
 */
import { wordTerms } from './terms.ts';
import { createWordTable } from './word-table.ts';

export interface TermCounter {
  /** Calls back once for every different term, in order of appearance, with how often it occurs. */
  count(text: string, visit: (term: string, times: number) => void): void;
}

/** The engine copies shorter slices anyway. */
const MIN_SLICE = 13;

/** A string of its own: a slice of a text would keep the whole text in memory for as long as the word is remembered. */
function copyWord(word: string): string {
  if (word.length < MIN_SLICE) return word;
  const encoding = /^[\0-\xff]*$/u.test(word) ? 'latin1' : 'utf16le';
  return Buffer.from(word, encoding).toString(encoding);
}

const NO_TERMS: readonly number[] = [];

export function createTermCounter(): TermCounter {
  /** By number of the word, which begins at 1. */
  let termsOfWord: (readonly number[])[] = [NO_TERMS];
  let termNames: string[] = [];
  const termNumbers = new Map<string, number>();
  let counts = new Int32Array(1 << 16);

  const numberOf = (term: string): number => {
    const known = termNumbers.get(term);
    if (known !== undefined) return known;
    termNumbers.set(term, termNames.length);
    termNames.push(term);
    if (termNames.length > counts.length) {
      const larger = new Int32Array(counts.length * 2);
      larger.set(counts);
      counts = larger;
    }
    return termNames.length - 1;
  };

  const table = createWordTable(
    (word) => {
      termsOfWord.push(wordTerms(copyWord(word)).map(numberOf));
    },
    () => {
      termsOfWord = [NO_TERMS];
      termNames = [];
      termNumbers.clear();
    },
  );

  return {
    count(text, visit) {
      const seen: number[] = [];
      table.scan(text, (word, times) => {
        for (const term of termsOfWord[word] ?? NO_TERMS) {
          const before = counts[term] ?? 0;
          if (before === 0) seen.push(term);
          counts[term] = before + times;
        }
      });
      for (const term of seen) {
        visit(termNames[term] ?? '', counts[term] ?? 0);
        counts[term] = 0;
      }
    },
  };
}
