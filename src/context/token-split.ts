/**
 * Splits UTF-8 bytes into the pieces that the encoding o200k_base encodes one by one: gives the end of the piece that begins at a
 * byte. The same pieces as the regular expression of gpt-tokenizer, but in one pass without strings. Called by token-count.ts.
 */

/** May stand before the last lower-case part of a word: upper, title, modifier and other letters, marks. */
const HEAD = 1;
/** May end a word: lower, modifier and other letters, marks. */
const TAIL = 2;
const NUMBER = 4;
/** May lead a word without being of it: anything but letters, numbers and line breaks. */
const LEAD = 8;
/** Neither blank nor letter nor number; marks are of these too. */
const SYMBOL = 16;
const BLANK = 32;
const BREAK = 64;

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, BLANK | BREAK],
  [/\s/u, BLANK | LEAD],
  [/[\p{Lu}\p{Lt}]/u, HEAD],
  [/\p{Ll}/u, TAIL],
  [/[\p{Lm}\p{Lo}]/u, HEAD | TAIL],
  [/\p{M}/u, HEAD | TAIL | LEAD | SYMBOL],
  [/\p{N}/u, NUMBER],
];

/** The same of the first 128 characters, without the tables of Unicode, which take longer to build than a small text to count. */
const ASCII_CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, BLANK | BREAK],
  [/\s/u, BLANK | LEAD],
  [/[A-Z]/u, HEAD],
  [/[a-z]/u, TAIL],
  [/[0-9]/u, NUMBER],
];

function judgeCharacter(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const classes = codePoint < 128 ? ASCII_CLASSES : CLASSES;
  return classes.find(([pattern]) => pattern.test(character))?.[1] ?? LEAD | SYMBOL;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => judgeCharacter(code));

/** Classes of 256 characters at a time, found out when the first of them is met. */
const PAGES: (Uint8Array | undefined)[] = new Array(0x1100).fill(undefined);

function pageOf(page: number): Uint8Array {
  const classes = PAGES[page] ?? Uint8Array.from({ length: 256 }, (_, code) => judgeCharacter((page << 8) | code));
  PAGES[page] = classes;
  return classes;
}

/** Bytes of the character that begins with this one. */
const widthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

function classOfWide(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const width = widthOf(lead);
  let codePoint = lead & (0x7f >> width);
  for (let i = 1; i < width; i += 1) codePoint = (codePoint << 6) | ((bytes[at + i] as number) & 0x3f);
  return pageOf(codePoint >> 8)[codePoint & 0xff] as number;
}

const classAt = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at] as number;
  return byte < 0x80 ? (ASCII[byte] as number) : classOfWide(bytes, at);
};

function skipClass(bytes: Uint8Array, from: number, to: number, wanted: number): number {
  let at = from;
  while (at < to) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      if (((ASCII[byte] as number) & wanted) === 0) return at;
      at += 1;
    } else {
      if ((classOfWide(bytes, at) & wanted) === 0) return at;
      at += widthOf(byte);
    }
  }
  return at;
}

const [APOSTROPHE, S, D, M, T, L, V, R, E] = Buffer.from("'sdmtlvre") as unknown as readonly number[];
const LOWER_CASE = 0x20;

/** Past an English contraction such as `'s` or `'LL`, if one stands here. */
function skipContraction(bytes: Uint8Array, at: number, to: number): number {
  if (at + 1 >= to || bytes[at] !== APOSTROPHE) return at;
  const first = (bytes[at + 1] as number) | LOWER_CASE;
  if (first === S || first === D || first === M || first === T) return at + 2;
  const second = at + 2 < to ? (bytes[at + 2] as number) | LOWER_CASE : 0;
  const isLong = second === L ? first === L : second === E && (first === V || first === R);
  return isLong ? at + 3 : at;
}

const isLower = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
const isUpper = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/**
 * End of the word that begins at `from`, or -1: heads and then tails, or heads alone. Where heads are followed by no
 * tail, the last head that may be a tail ends the word. `needsTail` leaves out words of heads alone.
 */
function findWordEnd(bytes: Uint8Array, from: number, to: number, needsTail: boolean): number {
  let at = from;
  while (at < to && isUpper(bytes[at] as number)) at += 1;
  const byte = at < to ? (bytes[at] as number) : 0;
  if (byte >= 0x80) return findWideWordEnd(bytes, from, to, needsTail);
  if (isLower(byte)) return skipContraction(bytes, skipClass(bytes, at + 1, to, TAIL), to);
  return at > from && !needsTail ? skipContraction(bytes, at, to) : -1;
}

/** The same where upper and lower case are not all there is. */
function findWideWordEnd(bytes: Uint8Array, from: number, to: number, needsTail: boolean): number {
  let at = from;
  let lastTail = -1;
  let kind = 0;
  for (; at < to; at += widthOf(bytes[at] as number)) {
    kind = classAt(bytes, at);
    if ((kind & HEAD) === 0) break;
    if ((kind & TAIL) !== 0) lastTail = at;
  }
  if (at < to && (kind & TAIL) !== 0) return skipContraction(bytes, skipClass(bytes, at, to, TAIL), to);
  if (lastTail >= 0) return skipContraction(bytes, lastTail + widthOf(bytes[lastTail] as number), to);
  return at > from && !needsTail ? skipContraction(bytes, at, to) : -1;
}

function findNumberEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (let digits = 0; digits < 3 && at < to && (classAt(bytes, at) & NUMBER) !== 0; digits += 1)
    at += widthOf(bytes[at] as number);
  return at;
}

const SLASH = 0x2f;
const isBreakOrSlash = (byte: number): boolean => byte === 0x0a || byte === 0x0d || byte === SLASH;

function findSymbolEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = skipClass(bytes, from, to, SYMBOL);
  while (at < to && isBreakOrSlash(bytes[at] as number)) at += 1;
  return at;
}

/** Blanks up to the last line break among them; without one, all but the last, which leads what follows. */
function findBlankEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  let afterBreak = -1;
  let last = from;
  for (; at < to; at += widthOf(bytes[at] as number)) {
    const kind = classAt(bytes, at);
    if ((kind & BLANK) === 0) break;
    last = at;
    if ((kind & BREAK) !== 0) afterBreak = at + 1;
  }
  if (afterBreak >= 0) return afterBreak;
  return at === to || last === from ? at : last;
}

const SPACE = 0x20;

/** End of the piece that begins at `from`. The bytes are valid UTF-8 up to `to`, and `from` is before `to`. */
export function findPieceEnd(bytes: Uint8Array, from: number, to: number): number {
  const kind = classAt(bytes, from);
  if ((kind & LEAD) === 0) {
    if ((kind & (HEAD | TAIL)) !== 0) return findWordEnd(bytes, from, to, false);
    return (kind & NUMBER) !== 0 ? findNumberEnd(bytes, from, to) : findBlankEnd(bytes, from, to);
  }
  const next = from + widthOf(bytes[from] as number);
  const isMark = (kind & TAIL) !== 0;
  const led = findWordEnd(bytes, next, to, isMark);
  if (led >= 0) return led;
  if (isMark) return skipContraction(bytes, next, to);
  if ((kind & SYMBOL) !== 0) return findSymbolEnd(bytes, next, to);
  const isSpaced = bytes[from] === SPACE && next < to && (classAt(bytes, next) & SYMBOL) !== 0;
  return isSpaced ? findSymbolEnd(bytes, next, to) : findBlankEnd(bytes, from, to);
}
