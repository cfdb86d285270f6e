/**
 * Turns texts into sets of normalized words and named symbols, and computes how much two of them share (0..1). Called by
 * group-placed.ts, cluster-texts.ts and protocol/evaluation/score.ts to tell whether two texts mean the same.
 */
import { FILLER_WORDS, SAME_MEANING } from './review-vocabulary.ts';

const STOP_WORDS = new Set(
  (
    'a an the and or but if then else of to in on at by for from with without as is are was were be been being it its this ' +
    'that these those which who what when where while will would can could should may might must do does did done not no ' +
    'nor so such than too very just only also into over under after before between because since due via per any all each ' +
    'both more most other some same own there here they them their you your we our has have had having eg ie etc using ' +
    'used use uses instead however thus therefore'
  ).split(' '),
);

const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;
const IDENTIFIER_PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu;
const OPERATOR = /&&|\|\||[=!]==?|=>|\?\?|\?\.|<=|>=|\+\+/gu;
const TOKEN = /[\p{L}\p{N}_$@./-]+\(?/gu;
const FILE = /[^/.]{2}\.\p{Ll}{1,4}$/u;
const TRAIL = /(?<![(./-])[(./-]+$/u;
const SYMBOL = /\p{Ll}\p{Lu}|_\p{L}|[\p{L}\p{N}_$]{3}\($/u;
const SUFFIXES = [
  'ations',
  'ation',
  'ingly',
  'edly',
  'ings',
  'ing',
  'ied',
  'ed',
  'ers',
  'er',
  'es',
  's',
  'ly',
  'ments',
  'ment',
];
const SHORTEST_STEM = 4;

/** Cuts one usual English ending, so that `validating` and `validation` meet. */
function stemWord(word: string): string {
  const suffix = SUFFIXES.find((end) => word.length - end.length >= SHORTEST_STEM && word.endsWith(end));
  const stem = suffix === undefined ? word : word.slice(0, -suffix.length);
  return stem.length > SHORTEST_STEM && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

const MEANING_STEMS: ReadonlyMap<string, string> = new Map(
  SAME_MEANING.flatMap((row) => row.map((word) => [stemWord(word), stemWord(row[0] ?? word)] as const)),
);

/** One form for all words of one meaning; null for words that tell nothing. */
function normalizeWord(part: string): string | null {
  const word = part.toLowerCase();
  if (word.length < 2 || STOP_WORDS.has(word) || FILLER_WORDS.has(word)) return null;
  const stem = stemWord(word);
  return MEANING_STEMS.get(stem) ?? stem;
}

/** Distinct words of a text. A compound identifier gives its parts and, after a `#`, itself; operators stand for themselves. */
export function extractWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [identifier] of text.matchAll(IDENTIFIER)) {
    const parts = identifier.match(IDENTIFIER_PART) ?? [];
    for (const part of parts) {
      const word = normalizeWord(part);
      if (word !== null) words.add(word);
    }
    if (parts.length > 1) words.add(`#${identifier.toLowerCase()}`);
  }
  for (const [operator] of text.matchAll(OPERATOR)) words.add(operator);
  return words;
}

/** What a text names and how it speaks of it. */
export interface NamedWords {
  /** Compound identifiers, calls and files. */
  readonly symbols: ReadonlySet<string>;
  /** The words around them. */
  readonly plain: ReadonlySet<string>;
}

export function extractNames(text: string): NamedWords {
  const symbols = new Set<string>();
  const around = text.replace(TOKEN, (token) => {
    const path = token.replace(TRAIL, '');
    const parts = FILE.test(path) ? [path] : token.split('/');
    const names = parts.filter((part) => FILE.test(part) || SYMBOL.test(part));
    for (const name of names) symbols.add(name.replace(TRAIL, '').toLowerCase());
    return ` ${parts.filter((part) => !names.includes(part)).join(' ')} `;
  });
  return { symbols, plain: extractWords(around) };
}

/** Shared over united words, 0..1. */
export function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** Words around the names from which on two texts are one sentence about two things. */
const TEMPLATE_LIKENESS = 0.8;

/** Each names something that the other does not, and the words around are the same: one sentence about two things. */
export const isTemplatePair = (a: NamedWords, b: NamedWords): boolean =>
  namesMore(a, b) && namesMore(b, a) && overlapOf(a.plain, b.plain) >= TEMPLATE_LIKENESS;

const namesMore = (a: NamedWords, b: NamedWords): boolean => [...a.symbols].some((symbol) => !b.symbols.has(symbol));
