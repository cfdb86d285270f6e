/** Texts as sets of stemmed words, and how much two of them share. */

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

/** Distinct stems of a text. A compound identifier gives its parts and itself. */
export function extractWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [identifier] of text.matchAll(IDENTIFIER)) {
    const parts = identifier.match(IDENTIFIER_PART) ?? [];
    for (const part of parts) {
      const word = part.toLowerCase();
      if (word.length > 1 && !STOP_WORDS.has(word)) words.add(stemWord(word));
    }
    if (parts.length > 1) words.add(`#${identifier.toLowerCase()}`);
  }
  return words;
}

/** Shared over united words, 0..1. */
export function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
