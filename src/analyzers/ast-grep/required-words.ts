/**
 * Derives from a regular expression in Rust's syntax the words that a text must hold for it to match, so that others are skipped unread.
 * Errs towards fewer words. Used by match-conditions.ts, and by rule-pack.ts when rules are compiled.
 */

/** One of these must be there. In lower case: they are looked for in text without regard to case. */
export type AnyOf = readonly string[];

/** Each of these must be there. */
export type RequiredWords = readonly AnyOf[];

const MAX_ALTERNATIVES = 60;
const SHORTEST = 2;
const WORD = /[a-z0-9_$]/u;

/** What a part of an expression asks for, and the letters it certainly consists of where it is a plain text. */
interface Part {
  readonly words: RequiredWords;
  readonly plain: string | null;
}

const OPEN: Part = { words: [], plain: null };
const EMPTY: Part = { words: [], plain: '' };

export function readRequiredWords(regex: string): RequiredWords {
  const reader = new Reader(regex.toLowerCase().replaceAll('(?-u:\\b)', '').replaceAll('(?i)', ''));
  const words = reader.alternatives().words;
  return reader.isAtEnd ? words : [];
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    return { words: joinAlternatives(parts), plain: null };
  }

  #sequence(): Part {
    const words: AnyOf[] = [];
    let run = '';
    let isPlain = true;
    let whole = '';
    const endRun = (): void => {
      words.push(...wordsOf(run));
      run = '';
    };
    while (!this.isAtEnd && this.#peek() !== '|' && this.#peek() !== ')') {
      const part = this.#quantified();
      if (part.plain === null) {
        endRun();
        isPlain = false;
        words.push(...part.words);
      } else {
        run += part.plain;
        whole += part.plain;
      }
    }
    endRun();
    return { words, plain: isPlain ? whole : null };
  }

  #quantified(): Part {
    const part = this.#atom();
    const quantifier = /^(?:[*+?]|\{\d*,?\d*\})[?+]?/u.exec(this.#text.slice(this.#at, this.#at + 12))?.[0] ?? '';
    this.#at += quantifier.length;
    if (quantifier === '') return part;
    const isOptional = /^(?:[*?]|\{0?,|\{0\})/u.test(quantifier);
    if (isOptional) return OPEN;
    return { words: part.plain === null ? part.words : wordsOf(part.plain), plain: null };
  }

  #atom(): Part {
    const character = this.#next();
    if (character === '(') return this.#group();
    if (character === '[') return this.#set();
    if (character === '\\') return this.#escape();
    if (character === '^' || character === '$') return EMPTY;
    if (character === '.') return OPEN;
    return { words: [], plain: character };
  }

  #group(): Part {
    const opening = /^\?(?:[a-z-]*:|p?<\w+>)/u.exec(this.#text.slice(this.#at, this.#at + 40))?.[0];
    if (opening === undefined && this.#peek() === '?') return this.#giveUp();
    this.#at += opening?.length ?? 0;
    const inner = this.alternatives();
    return this.#take(')') ? inner : this.#giveUp();
  }

  #set(): Part {
    if (this.#peek() === '^') this.#at += 1;
    if (this.#peek() === ']') this.#at += 1;
    while (!this.isAtEnd && this.#peek() !== ']') {
      if (this.#peek() === '[' || this.#text.startsWith('&&', this.#at)) return this.#giveUp();
      this.#at += this.#peek() === '\\' ? 2 : 1;
    }
    return this.#take(']') ? OPEN : this.#giveUp();
  }

  #escape(): Part {
    const character = this.#next();
    if (character === 'b' || character === 'a' || character === 'z') return EMPTY;
    if (/[a-z0-9]/u.test(character)) return /[dswnrtfv]/u.test(character) ? OPEN : this.#giveUp();
    return { words: [], plain: character };
  }

  /** The rest is not read, so `isAtEnd` says no. */
  #giveUp(): Part {
    this.#at = Number.NEGATIVE_INFINITY;
    return OPEN;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '|';
  }

  #next(): string {
    const character = this.#text[this.#at] ?? '';
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}

/** Of several ways each has to ask for something; of what one way asks for the longest word is the rarest. */
function joinAlternatives(parts: readonly Part[]): RequiredWords {
  const asked = parts.map(({ words, plain }) => pickRarest(plain === null ? words : wordsOf(plain)));
  const joined = asked.flatMap((words) => words ?? []);
  return asked.includes(null) || joined.length > MAX_ALTERNATIVES ? [] : [[...new Set(joined)]];
}

const pickRarest = (words: RequiredWords): AnyOf | null =>
  words.reduce<AnyOf | null>((best, each) => (best === null || shortest(each) > shortest(best) ? each : best), null);

const shortest = (words: AnyOf): number => Math.min(...words.map(({ length }) => length));

/** The words of a plain text: what stands between them need not stand in a list of words. */
export const wordsOf = (text: string): RequiredWords =>
  splitWords(text)
    .filter(({ length }) => length >= SHORTEST)
    .map((word) => [word]);

const splitWords = (text: string): readonly string[] => {
  const words: string[] = [];
  let word = '';
  for (const character of text.toLowerCase()) {
    if (WORD.test(character)) word += character;
    else {
      words.push(word);
      word = '';
    }
  }
  return [...words, word];
};

/** Every word of a text once, in lower case: what stands in the text stands in one of them. */
export const listWords = (text: string): string =>
  [...new Set(text.toLowerCase().match(/[a-z0-9_$]+/gu) ?? [])].join(' ');
