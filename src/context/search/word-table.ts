/**
 * Finds the words of a text without making a string of each: words are known by a hash while they are scanned, and only a
 * new one is cut out. Source code says the same words again and again, so this is what makes indexing cheap.
 */

/**
 * A word of the text is a run of these: ASCII letters, digits, `_`, `$`, and everything beyond ASCII; a hyphen
 * before a letter joins two of them, as in `kebab-case`. */
const IS_WORD = new Uint8Array(128);
for (const mark of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$') IS_WORD[mark.charCodeAt(0)] = 1;

const isWordCode = (code: number): boolean => code > 127 || IS_WORD[code] === 1;

const HYPHEN = 45;
/** NaN, past the end of a text, is none. */
const isLetterCode = (code: number): boolean => (code > 96 && code < 123) || (code > 64 && code < 91);

const SLOTS = 1 << 19;
const MASK = SLOTS - 1;
/** Beyond this many words the table is emptied before the next text. */
const MAX_WORDS = 100_000;
/** Different words of one text; what comes after is left out. The table has room for them, whatever it knew before. */
const MAX_DISTINCT = 100_000;

export interface WordTable {
  /** Calls back once for every different word of the text, with its number and how often it occurs. */
  scan(text: string, visit: (word: number, times: number) => void): void;
}

/**
 * `learn` is called once for each new word and has to remember it under its number; `forget` when all numbers become void.
 * Two words are the same if both 32-bit hashes agree: of a million words, none are confused but by design.
 */
export function createWordTable(learn: (word: string) => void, forget: () => void): WordTable {
  const first = new Int32Array(SLOTS);
  const second = new Int32Array(SLOTS);
  /** Number of the word in the slot, from 1; 0 for a free slot. */
  const words = new Int32Array(SLOTS);
  const counts = new Int32Array(SLOTS + 1);
  let touched = new Int32Array(4096);
  let known = 0;

  const touch = (at: number, word: number): void => {
    if (at === touched.length) {
      const larger = new Int32Array(at * 2);
      larger.set(touched);
      touched = larger;
    }
    touched[at] = word;
  };

  const findSlot = (a: number, b: number): number => {
    let slot = (a ^ (b >>> 7)) & MASK;
    while (words[slot] !== 0 && !(first[slot] === a && second[slot] === b)) slot = (slot + 1) & MASK;
    return slot;
  };

  const reset = (): void => {
    words.fill(0);
    known = 0;
    forget();
  };

  const addWord = (slot: number, a: number, b: number): number => {
    known += 1;
    first[slot] = a;
    second[slot] = b;
    words[slot] = known;
    return known;
  };

  const scan: WordTable['scan'] = (text, visit) => {
    if (known > MAX_WORDS) reset();
    let seen = 0;
    const { length } = text;
    for (let at = 0; at < length; ) {
      let code = text.charCodeAt(at);
      if (!isWordCode(code)) {
        at += 1;
        continue;
      }
      const from = at;
      let a = 0x811c_9dc5 | 0;
      let b = 0x9e37_79b9 | 0;
      do {
        a = Math.imul(a ^ code, 0x0100_0193);
        b = Math.imul(b + code, 0x85eb_ca6b);
        b ^= b >>> 15;
        at += 1;
        code = at < length ? text.charCodeAt(at) : 0;
      } while (isWordCode(code) || (code === HYPHEN && isLetterCode(text.charCodeAt(at + 1))));
      const slot = findSlot(a, b);
      let word = words[slot] ?? 0;
      if (counts[word] === 0) {
        if (seen >= MAX_DISTINCT) continue;
        if (word === 0) {
          word = addWord(slot, a, b);
          learn(text.slice(from, at));
        }
        touch(seen, word);
        seen += 1;
      }
      const times = counts[word] ?? 0;
      counts[word] = times + 1;
    }
    for (let i = 0; i < seen; i += 1) {
      const word = touched[i] ?? 0;
      visit(word, counts[word] ?? 0);
      counts[word] = 0;
    }
  };
  return { scan };
}
