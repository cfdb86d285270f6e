import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContainerKind, type JsonListener, JsonScanner } from './json-scanner.ts';

/** Notes every event; outermost containers with the text they span. */
class Recorder implements JsonListener {
  readonly events: string[] = [];
  readonly documents: string[] = [];
  readonly scanner = new JsonScanner(this);

  open(kind: ContainerKind, start: number, key: string | null, depth: number): void {
    if (depth === 1) this.scanner.holdFrom = start;
    this.events.push(`${depth}${kind === 'object' ? '{' : '['}${key ?? ''}`);
  }

  value(start: number, end: number, key: string | null): void {
    this.events.push(`${key ?? ''}=${this.scanner.slice(start, end)}`);
  }

  close(start: number, end: number, depth: number): void {
    this.events.push(`${depth}.`);
    if (depth > 1) return;
    this.documents.push(this.scanner.slice(start, end));
    this.scanner.holdFrom = null;
  }

  broken(): void {
    this.events.push('broken');
    this.scanner.holdFrom = null;
  }
}

function scan(text: string, size = text.length || 1): Recorder {
  const recorder = new Recorder();
  for (let i = 0; i < text.length; i += size) recorder.scanner.push(text.slice(i, i + size));
  return recorder;
}

describe('documents in prose', () => {
  test.each<[string, string[]]>([
    ['{"a":1}', ['{"a":1}']],
    ['x {"a":[1,{"b":"}"}]} y [2] z', ['{"a":[1,{"b":"}"}]}', '[2]']],
    ['if (a) { return [b] }', []],
    ['use {"x then {"a": 1} and {"b":2}', ['{"a": 1}', '{"b":2}']],
    ['{"a": "no end\n", "b"} {"c":3}', ['{"c":3}']],
    ['{"a":1,}', ['{"a":1}']],
    ['{"a":[1, // one, ]\n],// two\n}', ['{"a":[1 \n]\n}']],
    ['[1, // no comments in a bare list\n2]', []],
    ['{"a" // of a key\n: 1}', ['{"a" \n: 1}']],
    ['{,} [,] {"a":1,,"b":2} [1 2] {"a"} {1:2}', []],
    ['{"a":01} {"a":1.} {"a":+1} {"a":nul} {"a":NaN} {\'a\':1}', []],
    ['{"a":-0.5e+10,"b":true,"c":null}', ['{"a":-0.5e+10,"b":true,"c":null}']],
    ['[{]}', []],
    ['{"a":"\\"}"}', ['{"a":"\\"}"}']],
    ['{"a":"\\u12"}', ['{"a":"\\u12"}']],
    ['{"a": 1', []],
  ])('%j holds %j [HOST-04]', (text, documents) => {
    expect(scan(text).documents).toEqual(documents);
  });

  test('every event of a small document', () => {
    expect(scan('{"a":{"b":[1,"x"]},"c":null}').events).toEqual([
      '1{',
      '2{a',
      '3[b',
      '=1',
      '="x"',
      '3.',
      '2.',
      'c=null',
      '1.',
    ]);
  });

  test('a string keeps control characters out: what follows a line end is prose again', () => {
    expect(scan('{"a\n":1}').events).toEqual(['1{', 'broken']);
  });
});

/** Every call with all that it is told, and what the scanner says of itself when an outermost container opens and closes. */
class Listener implements JsonListener {
  readonly calls: string[] = [];
  readonly scanner = new JsonScanner(this);

  constructor(watchDepth = Number.MAX_SAFE_INTEGER) {
    this.scanner.watchDepth = watchDepth;
  }

  open(kind: ContainerKind, start: number, key: string | null, depth: number): void {
    this.calls.push(
      `open ${kind} ${start} ${key} ${depth}${depth === 1 && this.scanner.rootStartsLine ? ' first' : ''}`,
    );
  }

  value(start: number, end: number, key: string | null, depth: number): void {
    this.calls.push(`value ${start}-${end} ${key} ${depth}`);
  }

  close(start: number, end: number, depth: number): void {
    this.calls.push(`close ${start}-${end} ${depth}`);
  }

  broken(): void {
    this.calls.push('broken');
  }
}

function listen(text: string, { size = 1, watchDepth = Number.MAX_SAFE_INTEGER } = {}): Listener {
  const listener = new Listener(watchDepth);
  for (let i = 0; i < text.length; i += size) listener.scanner.push(text.slice(i, i + size));
  return listener;
}

describe('what a listener is told', () => {
  const TEXT = 'x {"a":{"b":[1 , "y"],"c":null}}\n[true]';
  const ALL = [
    'open object 2 null 1',
    'open object 7 a 2',
    'open array 12 b 3',
    'value 13-14 null 3',
    'value 17-20 null 3',
    'close 12-21 3',
    'value 26-30 c 2',
    'close 7-31 2',
    'close 2-32 1',
    'open array 33 null 1 first',
    'value 34-38 null 1',
    'close 33-39 1',
  ];

  test.each([1, 2, 3, 100])('places, keys and depths, in pieces of %i', (size) => {
    expect(listen(TEXT, { size }).calls).toEqual(ALL);
  });

  test('nothing deeper than it watches, but what is deeper is followed', () => {
    const isWatched = (depth: number) => (call: string) =>
      Number(call.replace(' first', '').split(' ').at(-1)) <= depth;
    for (const watchDepth of [1, 2]) {
      const { calls, scanner } = listen(TEXT, { watchDepth });
      expect(calls).toEqual(ALL.filter(isWatched(watchDepth)));
      expect(scanner.deepest).toBe(3);
    }
    expect(listen('{"a":{"b":}', { watchDepth: 1 }).calls).toEqual(['open object 0 null 1 first', 'broken']);
    expect(listen('{"a":{"b":1},"c":2}', { watchDepth: 1 }).calls.at(-2)).toBe('value 17-18 c 1');
  });

  test.each<[string, readonly boolean[]]>([
    ['{"a":1}', [true]],
    [' \t[1]', [true]],
    ['x {"a":1}', [false]],
    ['x\n  {"a":1}', [true]],
    ['{"a":1} {"b":2}', [true, false]],
    ['{"a":1}\n{"b":2}', [true, true]],
    ['{"a":\n1} [2]', [true, false]],
    ['{"a":1,\n x\n[2]', [true, true]],
    ['{"a"\n[2]', [true, true]],
    ['{"a [2]\n', [true, false]],
    ['{"a":1,\n{"b":2}', [true, true]],
    ['[1 [2]', [true, false]],
    ['{ {"b":2}', [true, false]],
    ['{{"b":2}', [true, false]],
    ['["  [2]\n', [true, false]],
    ['[1,"x" [2]', [true, false]],
  ])('%j: outermost containers that begin their line: %j', (text, expected) => {
    const opened = listen(text).calls.filter((call) => / 1(?: first)?$/u.test(call) && call.startsWith('open'));
    expect(opened.map((call) => call.endsWith('first'))).toEqual(expected);
  });

  test.each([
    ['{"a":1}', false],
    ['{"a":1,}', true],
    ['[1,]', true],
    ['{"a":1 // x\n}', true],
    ['{"a":"//,"}', false],
    ['{}', false],
  ])('%j has what JSON has not: %j', (text, expected) => {
    expect(listen(text).scanner.sawLenient).toBe(expected);
  });

  test.each<[string, string[]]>([
    ['{"a":1,"b":"x"', ['{"a":1,"b":"x"}', '{"a":1,"b":"x"}']],
    ['{"a": "\\\\"', ['{"a": "\\\\"}', '{"a": "\\\\"}']],
  ])('%j closes with its own bracket only', (text, [whole = '']) => {
    expect(scan(`${text}]`).documents).toEqual([]);
    expect(scan(`${text}}`).documents).toEqual([whole]);
  });

  test.each<[string, string[]]>([
    ['{"a":1 /x 2} {"b":3}', ['{"b":3}']],
    ['{"a":tru} {"b":3}', ['{"b":3}']],
    ['{"a":1.5} {"b":-1} {"c":1e5} {"d":false}', ['{"a":1.5}', '{"b":-1}', '{"c":1e5}', '{"d":false}']],
    ['{"a" "b"} {"c":3}', ['{"c":3}']],
    ['{"a":: 1} {"c":3}', ['{"c":3}']],
    ['[1:2] [3]', ['[3]']],
    ['{"a":{"b":1,},} [3,]', ['{"a":{"b":1}}', '[3]']],
    ['{"a":[1,// one\n],"b":2, // two\n}', ['{"a":[1\n],"b":2 \n}']],
    ['{"a":"\\\n"} {"c":3}', ['{"c":3}']],
    ['{"a":0,"b":9}', ['{"a":0,"b":9}']],
    ['{"a":"\\ x"}', ['{"a":"\\ x"}']],
    ['{"a":1, // x\n // y\n}', ['{"a":1 \n \n}']],
    ['{"a":"x\\"y","b":"\\\\"}', ['{"a":"x\\"y","b":"\\\\"}']],
    ['{"a" {"c":3}', ['{"c":3}']],
    ['{\t"a"\r\n:\t1 }', ['{\t"a"\r\n:\t1 }']],
    ['{"a":[{"b":[]},{}]}', ['{"a":[{"b":[]},{}]}']],
  ])('%j holds %j, whole and in pieces', (text, documents) => {
    for (const size of [1, 2, 7, 1000]) expect(scan(text, size).documents).toEqual(documents);
  });
});

describe('any text', () => {
  const json = fc
    .jsonValue()
    .filter((value) => typeof value === 'object' && value !== null)
    .map((value) => JSON.stringify(value));
  const pieces = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '//', '\n', ' ', '1', 'true', 'a', '{"a":', '"b"'),
    { maxLength: 60 },
  );

  test('whole JSON is found whole, wherever it stands', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(scan(`Result: ${text} end`).documents).toEqual([text]);
      }),
    );
  });

  test('no prefix of a document closes it [HOST-04]', () => {
    fc.assert(
      fc.property(json, fc.nat(), (text, at) => {
        const prefix = text.slice(0, at % text.length);
        expect(scan(prefix).documents).toEqual([]);
      }),
    );
  });

  test('pieces of any size give the same events', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const text = parts.join('');
        expect(scan(text, size).events).toEqual(scan(text).events);
      }),
    );
  });

  test('what closes is JSON once comments and trailing commas are out', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        for (const document of scan(parts.join('')).documents) {
          if (!document.includes('\\')) expect(() => JSON.parse(document)).not.toThrow();
        }
      }),
    );
  });
});
