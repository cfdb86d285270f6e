/**
 * Finds the different words of a text and how often each occurs, without making a string of each: words are known by a hash while they
 * are scanned, and only a new one is cut out. Source code repeats its words, so this makes indexing fast. Called by term-counter.ts.
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

/** A power of two. */
const FIRST_SLOTS = 1 << 13;
/** Beyond this many words the table is emptied before the next text. */
const MAX_WORDS = 100_000;
/** Different words of one text; what comes after is left out. */
const MAX_DISTINCT = 100_000;

const findWordStart = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1;
  return at;
};

/** Two hashes of one word. */
interface WordHash {
  a: number;
  b: number;
}

/** Hashes the word that begins at `from`, and says where it ends. */
function hashWord(text: string, from: number, into: WordHash): number {
  const { length } = text;
  let a = 0x811c_9dc5 | 0;
  let b = 0x9e37_79b9 | 0;
  let at = from;
  let code = text.charCodeAt(at);
  do {
    a = Math.imul(a ^ code, 0x0100_0193);
    b = Math.imul(b + code, 0x85eb_ca6b);
    b ^= b >>> 15;
    at += 1;
    code = at < length ? text.charCodeAt(at) : 0;
  } while (isWordCode(code) || (code === HYPHEN && isLetterCode(text.charCodeAt(at + 1))));
  into.a = a;
  into.b = b;
  return at;
}

/** A list of numbers that grows. */
function createNumbers() {
  let items = new Int32Array(4096);
  return {
    set(at: number, value: number): void {
      if (at === items.length) {
        const larger = new Int32Array(at * 2);
        larger.set(items);
        items = larger;
      }
      items[at] = value;
    },
    get: (at: number): number => items[at] ?? 0,
  };
}

/** Numbers of words by their hashes. It grows with what it knows: most reviews have few words, and room costs time to make. */
function createSlots() {
  let mask = FIRST_SLOTS - 1;
  let first = new Int32Array(FIRST_SLOTS);
  let second = new Int32Array(FIRST_SLOTS);
  /** Number of the word in the slot, from 1; 0 for a free slot. */
  let words = new Int32Array(FIRST_SLOTS);
  let known = 0;

  const findSlot = (a: number, b: number): number => {
    let slot = (a ^ (b >>> 7)) & mask;
    while (words[slot] !== 0 && !(first[slot] === a && second[slot] === b)) slot = (slot + 1) & mask;
    return slot;
  };

  const put = (a: number, b: number, word: number): void => {
    const slot = findSlot(a, b);
    first[slot] = a;
    second[slot] = b;
    words[slot] = word;
  };

  const grow = (): void => {
    const old = { first, second, words };
    const slots = words.length * 2;
    mask = slots - 1;
    first = new Int32Array(slots);
    second = new Int32Array(slots);
    words = new Int32Array(slots);
    for (const [slot, word] of old.words.entries()) {
      if (word !== 0) put(old.first[slot] ?? 0, old.second[slot] ?? 0, word);
    }
  };

  return {
    size: (): number => known,
    /** 0 for a word that is not known. */
    find: ({ a, b }: WordHash): number => words[findSlot(a, b)] ?? 0,
    add({ a, b }: WordHash): number {
      // At most half of the slots are taken.
      if (known * 2 >= mask) grow();
      known += 1;
      put(a, b, known);
      return known;
    },
    clear(): void {
      words.fill(0);
      known = 0;
    },
  };
}

export interface WordTable {
  /** Calls back once for every different word of the text, with its number and how often it occurs. */
  scan(text: string, visit: (word: number, times: number) => void): void;
}

/**
 * `learn` is called once for each new word and has to remember it under its number; `forget` when all numbers become void.
 * Two words are the same if both 32-bit hashes agree: of a million words, none are confused but by design.
 */
export function createWordTable(learn: (word: string) => void, forget: () => void): WordTable {
  const slots = createSlots();
  const counts = createNumbers();
  const touched = createNumbers();
  const current: WordHash = { a: 0, b: 0 };
  let seen = 0;

  const countWord = (text: string, from: number, to: number): void => {
    let word = slots.find(current);
    const times = word === 0 ? 0 : counts.get(word);
    if (times === 0) {
      if (seen >= MAX_DISTINCT) return;
      if (word === 0) {
        word = slots.add(current);
        learn(text.slice(from, to));
      }
      touched.set(seen, word);
      seen += 1;
    }
    counts.set(word, times + 1);
  };

  const reset = (): void => {
    slots.clear();
    forget();
  };

  return {
    scan(text, visit) {
      if (slots.size() > MAX_WORDS) reset();
      seen = 0;
      let to = 0;
      for (let from = findWordStart(text, 0); from < text.length; from = findWordStart(text, to)) {
        to = hashWord(text, from, current);
        countWord(text, from, to);
      }
      for (let i = 0; i < seen; i += 1) {
        const word = touched.get(i);
        visit(word, counts.get(word));
        counts.set(word, 0);
      }
    },
  };
}
