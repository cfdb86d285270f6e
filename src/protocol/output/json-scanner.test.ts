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

describe('hostile text is read in linear time', () => {
  const times = 50_000;
  test.each([
    ['['.repeat(times)],
    ['{'.repeat(times)],
    [`${'{"a":'.repeat(times)}x`],
    [`${'['.repeat(times)}x`],
    ['{"'.repeat(times)],
    ['{"{"'.repeat(times)],
    ['{"a"//'.repeat(times)],
    ['{//\n'.repeat(times)],
    [`{"a":"${'x'.repeat(20 * times)}`],
    [`{"a":"${'\\\\'.repeat(10 * times)}`],
  ])('%.20s…', (text) => {
    const started = process.cpuUsage();
    scan(text);
    scan(text, 64);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
  });
});
