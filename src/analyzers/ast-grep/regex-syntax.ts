/**
 * Parses a regular expression of a program into a tree of alternatives, sequences, repetitions and character sets, null where it cannot;
 * flags are ignored. Has operations on character sets. Used by regex-backtracking.ts, regex-faults.ts, flow/alphabets.ts and
 * flow/sinks.ts.
 */

/** Inclusive ranges of character codes, sorted and apart. */
export type CharacterSet = readonly (readonly [number, number])[];

export type Pattern =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly literal: string | null; readonly source: string }
  | { readonly kind: 'anchor'; readonly text: string }
  | { readonly kind: 'look'; readonly body: Pattern }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'group'; readonly body: Pattern }
  | { readonly kind: 'repeat'; readonly body: Pattern; readonly min: number; readonly max: number };

/** One item of a set as written, such as `a-z`, for judging its ranges. */
export interface SetItem {
  readonly from: number;
  readonly to: number;
  readonly isRange: boolean;
  readonly text: string;
}

const MAX_LENGTH = 1_000;
const MAX_CODE = 0xffff;
const DIGIT: CharacterSet = [[48, 57]];
const WORD: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: CharacterSet = [
  [9, 13],
  [32, 32],
  [160, 160],
];
const LINE_ENDS: CharacterSet = [
  [10, 10],
  [13, 13],
];
const CLASSES: Readonly<Record<string, CharacterSet>> = { d: DIGIT, w: WORD, s: SPACE };
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

export const ANY: CharacterSet = [[0, MAX_CODE]];

export function normaliseSet(ranges: CharacterSet): CharacterSet {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function invertSet(set: CharacterSet): CharacterSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [from, to] of normaliseSet(set)) {
    if (from > next) out.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= MAX_CODE) out.push([next, MAX_CODE]);
  return out;
}

/** A character that both sets hold, or null. */
export function commonCharacter(a: CharacterSet, b: CharacterSet): number | null {
  for (const [from, to] of a)
    for (const [otherFrom, otherTo] of b) if (from <= otherTo && otherFrom <= to) return Math.max(from, otherFrom);
  return null;
}

export function parsePattern(source: string): Pattern | null {
  if (source.length > MAX_LENGTH) return null;
  const reader = new Reader(source);
  const pattern = reader.readChoice();
  return reader.isAtEnd() ? pattern : null;
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  readChoice(): Pattern {
    const options = [this.#readSequence()];
    while (this.#take('|')) options.push(this.#readSequence());
    return options.length === 1 ? (options[0] ?? { kind: 'empty' }) : { kind: 'choice', options };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #readSequence(): Pattern {
    const items: Pattern[] = [];
    while (!this.isAtEnd() && !'|)'.includes(this.#source[this.#at] ?? '')) items.push(this.#readItem());
    if (items.length === 0) return { kind: 'empty' };
    return items.length === 1 ? (items[0] ?? { kind: 'empty' }) : { kind: 'sequence', items };
  }

  #readItem(): Pattern {
    const atom = this.#readAtom();
    return this.#readQuantifier(atom);
  }

  #readQuantifier(body: Pattern): Pattern {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/u.exec(this.#source.slice(this.#at, this.#at + 16));
    if (!found) return body;
    this.#at += found[0].length;
    if (!this.#take('?')) this.#take('+');
    const symbol = found[0][0];
    if (symbol !== '{')
      return { kind: 'repeat', body, min: symbol === '+' ? 1 : 0, max: symbol === '?' ? 1 : Infinity };
    const min = Number(found[1]);
    const max = found[3] ? Number(found[3]) : found[2] ? Infinity : min;
    return { kind: 'repeat', body, min, max };
  }

  #readAtom(): Pattern {
    const start = this.#at;
    const character = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (character === '(') return this.#readGroup();
    if (character === '[') return this.#asSet(this.#readClass(), start);
    if (character === '.') return this.#asSet(invertSet(LINE_ENDS), start);
    if (character === '^' || character === '$') return { kind: 'anchor', text: character };
    if (character === '\\') return this.#readEscape(start);
    return { kind: 'set', set: oneCharacter(character), literal: character, source: character };
  }

  #asSet(set: CharacterSet, start: number): Pattern {
    return { kind: 'set', set, literal: null, source: this.#source.slice(start, this.#at) };
  }

  #readGroup(): Pattern {
    const opening =
      /^\?(?:[:=!>]|<[=!]|P?<\w+>|[a-z-]+:)/u.exec(this.#source.slice(this.#at, this.#at + 60))?.[0] ?? '';
    this.#at += opening.length;
    const body = this.readChoice();
    this.#take(')');
    return /[=!]$/u.test(opening) ? { kind: 'look', body } : { kind: 'group', body };
  }

  #readEscape(start: number): Pattern {
    const character = this.#source[this.#at] ?? '';
    if (/[bBAzZG]/u.test(character)) {
      this.#at += 1;
      return { kind: 'anchor', text: `\\${character}` };
    }
    if (/[1-9k]/u.test(character)) {
      this.#at += 1;
      this.#at += /^(?:\d*|<\w+>)/u.exec(this.#source.slice(this.#at))?.[0].length ?? 0;
      return { kind: 'empty' };
    }
    const set = this.#readEscaped();
    const code = set.length === 1 && set[0]?.[0] === set[0]?.[1] ? set[0]?.[0] : undefined;
    const literal = code === undefined ? null : String.fromCharCode(code);
    return { kind: 'set', set, literal, source: this.#source.slice(start, this.#at) };
  }

  /** What stands behind a backslash, inside a set or outside. */
  #readEscaped(): CharacterSet {
    const rest = this.#source.slice(this.#at, this.#at + 40);
    const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/u.exec(rest);
    if (code) {
      this.#at += code[0].length;
      return oneCode(Math.min(MAX_CODE, Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16)));
    }
    const property = /^[pP]\{[^}]*\}/u.exec(rest);
    if (property) {
      this.#at += property[0].length;
      return [[128, MAX_CODE]];
    }
    const character = rest[0] ?? '\\';
    this.#at += 1;
    const known = CLASSES[character.toLowerCase()];
    if (known) return character === character.toLowerCase() ? known : invertSet(known);
    const control = ESCAPES[character];
    return control === undefined ? oneCharacter(character) : oneCode(control);
  }

  #readClass(): CharacterSet {
    const isInverted = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.isAtEnd() && !this.#take(']')) ranges.push(...this.#readRange());
    return isInverted ? invertSet(ranges) : normaliseSet(ranges);
  }

  #readRange(): CharacterSet {
    const first = this.#readMember();
    const from = first[0]?.[0];
    const isRange = this.#source[this.#at] === '-' && this.#source[this.#at + 1] !== ']' && first.length === 1;
    if (!isRange || from === undefined || first[0]?.[1] !== from) return first;
    this.#at += 1;
    const last = this.#readMember();
    const to = last[0]?.[1];
    return last.length === 1 && to !== undefined && to >= from ? [[from, to]] : [...first, ...last];
  }

  #readMember(): CharacterSet {
    const character = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (character !== '\\') return oneCharacter(character);
    if (this.#source[this.#at] !== 'b') return this.#readEscaped();
    this.#at += 1;
    return oneCode(8);
  }
}

const oneCode = (code: number): CharacterSet => [[code, code]];
const oneCharacter = (character: string): CharacterSet => oneCode(character.charCodeAt(0) || 0);

const SET_ITEM = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])|[\s\S]/gu;

/** The items of every set in an expression, ranges whole. */
export function readSets(source: string): readonly (readonly SetItem[])[] {
  return [...source.matchAll(/\\[\s\S]|\[\^?((?:\\[\s\S]|[^\]\\])*)\]/gu)].flatMap(([, body]) =>
    body === undefined ? [] : [readItems(body.match(SET_ITEM) ?? [])],
  );
}

function readItems(parts: readonly string[]): readonly SetItem[] {
  const items: SetItem[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [first, dash, last] = [parts[at] ?? '', parts[at + 1], parts[at + 2]];
    const from = codeOf(first);
    const to = last === undefined ? null : codeOf(last);
    if (dash === '-' && from !== null && to !== null) {
      items.push({ from, to, isRange: true, text: `${first}-${last}` });
      at += 2;
    } else if (from !== null) items.push({ from, to: from, isRange: false, text: first });
    else items.push({ from: -1, to: -1, isRange: false, text: first });
  }
  return items;
}

/** The code of a single character; null for `\d` and its like. */
function codeOf(text: string): number | null {
  if (!text.startsWith('\\')) return text.charCodeAt(0);
  const code = /^\\[xu]([0-9a-fA-F]+)$/u.exec(text)?.[1];
  if (code) return Number.parseInt(code, 16);
  const character = text[1] ?? '\\';
  return CLASSES[character.toLowerCase()] ? null : (ESCAPES[character] ?? character.charCodeAt(0));
}
