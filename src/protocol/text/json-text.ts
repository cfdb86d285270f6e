/**
 * Parses strict JSON that people write by hand and gives errors with line and column; a key that stands twice is one. Never
 * throws. Called by wiring/config.ts (configuration) and protocol/findings/suppression-file.ts.
 */

/** 1-based. */
interface Place {
  readonly line: number;
  readonly column: number;
}

export type JsonText =
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** Place of a key by its path, `a.b`; an element of a list is found under the list's own path. */
      readonly placeOf: (path: readonly PropertyKey[]) => Place | null;
    }
  | { readonly kind: 'error'; readonly message: string; readonly place: Place };

const MAX_DEPTH = 64;
const SPACE = /[\t\n\r ]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const WORD = /true|false|null/uy;

export function parseJsonText(text: string): JsonText {
  const reader = new JsonReader(text);
  try {
    const value = reader.readDocument();
    return { kind: 'value', value, placeOf: (path) => reader.findPlace(path) };
  } catch (error) {
    if (error instanceof Unreadable)
      return { kind: 'error', message: error.message, place: toPlace(text, error.offset) };
    throw error;
  }
}

class Unreadable extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

class JsonReader {
  readonly #text: string;
  readonly #keyOffsets = new Map<string, number>();
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): unknown {
    const value = this.#readValue([]);
    this.#take(SPACE);
    if (this.#offset < this.#text.length) this.#fail('expected the end of the file');
    return value;
  }

  findPlace(path: readonly PropertyKey[]): Place | null {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.#keyOffsets.get(toKey(path.slice(0, length)));
      if (offset !== undefined) return toPlace(this.#text, offset);
    }
    return null;
  }

  #readValue(path: readonly PropertyKey[]): unknown {
    if (path.length > MAX_DEPTH) this.#fail(`nested deeper than ${MAX_DEPTH} levels`);
    this.#take(SPACE);
    const next = this.#text[this.#offset];
    if (next === '{') return this.#readObject(path);
    if (next === '[') return this.#readList(path);
    if (next === '"') return this.#readString();
    const token = this.#take(NUMBER) ?? this.#take(WORD);
    return token === null ? this.#fail('expected a value') : JSON.parse(token);
  }

  #readObject(path: readonly PropertyKey[]): unknown {
    const entries = new Map<string, unknown>();
    this.#readSequence('{', '}', () => {
      const start = this.#offset;
      const key = this.#readString();
      if (entries.has(key)) throw new Unreadable(`the key ${JSON.stringify(key)} appears twice`, start);
      this.#keyOffsets.set(toKey([...path, key]), start);
      this.#expect(':');
      entries.set(key, this.#readValue([...path, key]));
    });
    return Object.fromEntries(entries);
  }

  #readList(path: readonly PropertyKey[]): unknown {
    const elements: unknown[] = [];
    this.#readSequence('[', ']', () => elements.push(this.#readValue([...path, elements.length])));
    return elements;
  }

  #readSequence(open: string, close: string, readElement: () => void): void {
    this.#expect(open);
    this.#take(SPACE);
    if (this.#text[this.#offset] === close) {
      this.#offset += 1;
      return;
    }
    for (;;) {
      this.#take(SPACE);
      readElement();
      this.#take(SPACE);
      const next = this.#text[this.#offset];
      if (next !== ',' && next !== close) this.#fail(`expected \`,\` or \`${close}\``);
      this.#offset += 1;
      if (next === close) return;
    }
  }

  #readString(): string {
    const start = this.#offset;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    const value = this.#text[start] === '"' ? decodeString(this.#text.slice(start, end + 1)) : null;
    if (value === null) return this.#fail('expected text in double quotes');
    this.#offset = end + 1;
    return value;
  }

  #expect(character: string): void {
    this.#take(SPACE);
    if (this.#text[this.#offset] !== character) this.#fail(`expected \`${character}\``);
    this.#offset += 1;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    const token = pattern.exec(this.#text)?.[0] ?? null;
    if (token !== null) this.#offset += token.length;
    return token;
  }

  #fail(expected: string): never {
    const rest = this.#text.slice(this.#offset);
    const hint = /^(?:\/\/|\/\*|#)/u.test(rest) ? ' (JSON has no comments)' : '';
    const found = rest === '' ? 'the end of the file' : JSON.stringify([...rest.slice(0, 2)][0]);
    throw new Unreadable(`${expected}, found ${found}${hint}`, this.#offset);
  }
}

/** Null where it holds a raw control character or an escape that JSON does not know, or never ends. */
function decodeString(token: string): string | null {
  try {
    return JSON.parse(token);
  } catch {
    return null;
  }
}

const toKey = (path: readonly PropertyKey[]): string => JSON.stringify(path);

function toPlace(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
