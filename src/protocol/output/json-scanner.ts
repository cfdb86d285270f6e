/**
 * Finds JSON objects and arrays in text that arrives in pieces, in linear time, and tells a listener what opened and closed; what
 * did not close is never reported as closed (HOST-04). Steps over line comments and trailing commas; all else that is not JSON is
 * prose. Used by reviewer-results.ts and analyzers/semgrep/semgrep-salvage.ts.
 */
import { KeptText } from './kept-text.ts';

export type ContainerKind = 'object' | 'array';

/** Offsets count UTF-16 units from the first character pushed. Depth of an outermost container is 1. */
export interface JsonListener {
  open(kind: ContainerKind, start: number, key: string | null, depth: number): void;
  /** A string, number, true, false or null inside the container of that depth. */
  value(start: number, end: number, key: string | null, depth: number): void;
  close(start: number, end: number, depth: number): void;
  /** What is open turned out not to be JSON; all of it is given up. */
  broken(): void;
}

const PROSE = 0;
const KEY_OR_END = 1;
const COLON = 2;
const VALUE = 3;
const VALUE_OR_END = 4;
const NEXT = 5;

const NO_TOKEN = 0;
const STRING = 1;
const LITERAL = 2;
const SLASH = 3;
const COMMENT = 4;

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const SLASH_CODE = 47;
const COLON_CODE = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const LITERAL_TEXT = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/u;
const LITERAL_END = /[^-+.\w]/gu;
const ROOT_OR_LINE_END = /[{[\n]/gu;

const isSpace = (code: number): boolean => code === 32 || code === NEWLINE || code === 13 || code === 9;
const startsLiteral = (code: number): boolean =>
  code === 45 || (code >= 48 && code <= 57) || code === 102 || code === 110 || code === 116;

export class JsonScanner {
  /** Containers deeper than this are followed but not reported. */
  watchDepth = Number.MAX_SAFE_INTEGER;
  /** Text from this offset on stays available to `slice`; null where nothing is wanted. */
  holdFrom: number | null = null;
  /** Deepest nesting reached since it was last set. */
  deepest = 0;
  /** Whether only blanks stand before the outermost container on its line. */
  rootStartsLine = false;
  /** Whether a comment or a trailing comma was stepped over. */
  sawLenient = false;

  readonly #listener: JsonListener;
  #text = '';
  #base = 0;
  #at = 0;
  readonly #kept = new KeptText();
  #state = PROSE;
  #token = NO_TOKEN;
  #tokenStart = 0;
  #tokenIsKey = false;
  #escaped = false;
  /** Opening quote of the string just read, until the next token proves that it was one. */
  #lastString = -1;
  #lastComma = -1;
  #lineIsBlank = true;
  #key: string | null = null;
  readonly #isObject: boolean[] = [];
  readonly #starts: number[] = [];
  /** Offsets of comments and trailing commas within the held text, as pairs. */
  #blanks: number[] = [];

  constructor(listener: JsonListener) {
    this.#listener = listener;
  }

  push(chunk: string): void {
    this.#append(chunk);
    while (this.#at < this.#text.length) this.#advance();
  }

  /** Text between two offsets, of which the first is not before `holdFrom`; comments and trailing commas left out. */
  slice(start: number, end: number): string {
    const raw = this.#raw(start, end);
    const parts: string[] = [];
    let from = 0;
    for (let i = 0; i < this.#blanks.length; i += 2) {
      const blank = (this.#blanks[i] ?? 0) - start;
      if (blank < from || blank >= raw.length) continue;
      parts.push(raw.slice(from, blank));
      from = (this.#blanks[i + 1] ?? 0) - start;
    }
    return from === 0 ? raw : parts.join('') + raw.slice(from);
  }

  #raw(start: number, end: number): string {
    const own = this.#text.slice(Math.max(0, start - this.#base), Math.max(0, end - this.#base));
    return start >= this.#base ? own : this.#kept.read(start, end) + own;
  }

  #append(chunk: string): void {
    const end = this.#base + this.#text.length;
    let needed = this.holdFrom ?? end;
    if (this.#token !== NO_TOKEN) needed = Math.min(needed, this.#tokenStart);
    if (this.#lastString >= 0) needed = Math.min(needed, this.#lastString);
    this.#kept.push(this.#text, end, needed);
    this.#base = end;
    this.#text = chunk;
    this.#at = 0;
  }

  #advance(): void {
    if (this.#token === STRING) this.#scanString();
    else if (this.#token === LITERAL) this.#scanLiteral();
    else if (this.#token === SLASH) this.#scanSlash();
    else if (this.#token === COMMENT) this.#scanComment();
    else if (this.#state === PROSE) this.#scanProse();
    else this.#scanStructure();
  }

  #scanProse(): void {
    ROOT_OR_LINE_END.lastIndex = this.#at;
    const end = ROOT_OR_LINE_END.exec(this.#text)?.index ?? this.#text.length;
    this.#lineIsBlank &&= this.#text.slice(this.#at, end).trim() === '';
    this.#at = end + 1;
    if (end === this.#text.length) return;
    const code = this.#text.charCodeAt(end);
    if (code === NEWLINE) {
      this.#lineIsBlank = true;
      return;
    }
    this.rootStartsLine = this.#lineIsBlank;
    this.#lineIsBlank = false;
    this.#open(code === OPEN_OBJECT, this.#base + end);
  }

  #scanStructure(): void {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (isSpace(code)) {
      at += 1;
      if (code === NEWLINE) this.#lineIsBlank = true;
      code = text.charCodeAt(at);
    }
    this.#at = at + 1;
    if (at >= text.length) return;
    if (code === QUOTE) this.#beginString(this.#base + at);
    else if (code === OPEN_OBJECT || code === OPEN_LIST) this.#openNested(code === OPEN_OBJECT, this.#base + at);
    else this.#scanMark(code, this.#base + at);
    // A token that failed is read again as prose, where it may be the first of its line.
    if (this.#state !== PROSE) this.#lineIsBlank = false;
  }

  #scanMark(code: number, start: number): void {
    if (code === COMMA) this.#comma(start);
    else if (code === COLON_CODE) this.#colon(start);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.#closeContainer(code === CLOSE_OBJECT, start);
    else if (code === SLASH_CODE && this.#isObject[0]) this.#beginComment(start);
    else if (startsLiteral(code) && this.#expectsValue()) this.#beginToken(LITERAL, start);
    else this.#fail(start);
  }

  #expectsValue(): boolean {
    return this.#state === VALUE || this.#state === VALUE_OR_END;
  }

  #beginToken(token: number, start: number): void {
    this.#token = token;
    this.#tokenStart = start;
  }

  #beginComment(start: number): void {
    this.#beginToken(SLASH, start);
    this.#lastString = -1;
  }

  #beginString(start: number): void {
    this.#tokenIsKey = this.#state === KEY_OR_END;
    if (!(this.#tokenIsKey || this.#expectsValue())) {
      this.#fail(start);
      return;
    }
    this.#beginToken(STRING, start);
    this.#lastString = start;
    this.#escaped = false;
  }

  #scanString(): void {
    const text = this.#text;
    let at = this.#at;
    if (this.#escaped) {
      if (text.charCodeAt(at) < 32) {
        this.#fail(this.#base + at);
        return;
      }
      this.#escaped = false;
      at += 1;
    }
    let code = text.charCodeAt(at);
    while (code !== QUOTE && code !== BACKSLASH && code >= 32) {
      at += 1;
      code = text.charCodeAt(at);
    }
    if (at >= text.length) {
      this.#at = text.length;
    } else if (code === BACKSLASH) {
      this.#escaped = true;
      this.#at = at + 1;
    } else if (code === QUOTE) {
      this.#at = at + 1;
      this.#endString(this.#base + at + 1);
    } else {
      this.#fail(this.#base + at);
    }
  }

  #endString(end: number): void {
    this.#token = NO_TOKEN;
    if (!this.#tokenIsKey) {
      this.#endValue(end);
      return;
    }
    this.#state = COLON;
    this.#key = this.#isObject.length <= this.watchDepth ? this.#raw(this.#tokenStart + 1, end - 1) : null;
  }

  #scanLiteral(): void {
    LITERAL_END.lastIndex = this.#at;
    const match = LITERAL_END.exec(this.#text);
    this.#at = match?.index ?? this.#text.length;
    if (match === null) return;
    const end = this.#base + this.#at;
    if (!LITERAL_TEXT.test(this.#raw(this.#tokenStart, end))) {
      this.#fail(end);
      return;
    }
    this.#token = NO_TOKEN;
    this.#endValue(end);
  }

  #endValue(end: number): void {
    this.#state = NEXT;
    const depth = this.#isObject.length;
    if (depth <= this.watchDepth) this.#listener.value(this.#tokenStart, end, this.#key, depth);
  }

  #scanSlash(): void {
    if (this.#text.charCodeAt(this.#at) !== SLASH_CODE) {
      this.#fail(this.#base + this.#at);
      return;
    }
    this.#token = COMMENT;
  }

  #scanComment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
    if (end < 0) return;
    this.#token = NO_TOKEN;
    this.#skip(this.#tokenStart, this.#base + end);
  }

  #skip(start: number, end: number): void {
    this.sawLenient = true;
    if (this.holdFrom !== null) this.#blanks.push(start, end);
  }

  /** A trailing comma, known as such only now; comments behind it are recorded already, and the pairs stay in order. */
  #skipComma(offset: number): void {
    let index = this.#blanks.length;
    while (index > 0 && (this.#blanks[index - 2] ?? 0) > offset) index -= 2;
    this.sawLenient = true;
    if (this.holdFrom !== null) this.#blanks.splice(index, 0, offset, offset + 1);
  }

  #comma(start: number): void {
    if (this.#state !== NEXT) {
      this.#fail(start);
      return;
    }
    this.#lastString = -1;
    this.#lastComma = start;
    this.#state = this.#isObject.at(-1) ? KEY_OR_END : VALUE_OR_END;
  }

  #colon(start: number): void {
    if (this.#state !== COLON) {
      this.#fail(start);
      return;
    }
    this.#lastString = -1;
    this.#state = VALUE;
  }

  #openNested(isObject: boolean, start: number): void {
    if (!this.#expectsValue()) {
      this.#fail(start);
      return;
    }
    this.#open(isObject, start);
  }

  #open(isObject: boolean, start: number): void {
    this.#isObject.push(isObject);
    this.#starts.push(start);
    this.#state = isObject ? KEY_OR_END : VALUE_OR_END;
    this.#lastString = -1;
    this.#lastComma = -1;
    const depth = this.#isObject.length;
    if (depth > this.deepest) this.deepest = depth;
    const key = this.#key;
    this.#key = null;
    if (depth <= this.watchDepth) this.#listener.open(isObject ? 'object' : 'array', start, key, depth);
  }

  #closeContainer(isObject: boolean, at: number): void {
    const mayEnd = this.#state === NEXT || this.#state === (isObject ? KEY_OR_END : VALUE_OR_END);
    if (!mayEnd || this.#isObject.at(-1) !== isObject) {
      this.#fail(at);
      return;
    }
    if (this.#state !== NEXT && this.#lastComma >= 0) this.#skipComma(this.#lastComma);
    const depth = this.#isObject.length;
    const start = this.#starts.pop() ?? at;
    this.#isObject.pop();
    this.#lastString = -1;
    this.#lastComma = -1;
    this.#key = null;
    this.#state = depth === 1 ? PROSE : NEXT;
    this.#lineIsBlank = false;
    if (depth <= this.watchDepth) this.#listener.close(start, at + 1, depth);
    if (this.holdFrom === null) this.#blanks = [];
  }

  /** Gives up what is open and goes on as prose: behind the last quote if that quote may have been none, else here. */
  #fail(at: number): void {
    const resume = this.#lastString >= 0 ? this.#lastString + 1 : at;
    if (resume < at) this.#lineIsBlank = false;
    this.#listener.broken();
    if (resume < this.#base) {
      this.#text = this.#raw(resume, this.#base + this.#text.length);
      this.#base = resume;
    }
    this.#at = resume - this.#base;
    this.#kept.clear();
    this.#state = PROSE;
    this.#token = NO_TOKEN;
    this.#lastString = -1;
    this.#key = null;
    this.#isObject.length = 0;
    this.#starts.length = 0;
    this.#blanks = [];
  }
}
