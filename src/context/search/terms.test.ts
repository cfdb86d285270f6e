import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuery } from './query-terms.ts';
import { createTermCounter } from './term-counter.ts';
import { splitIdentifier, stemTerm, wordTerms } from './terms.ts';

/** Any code points, lone surrogates included; cheaper to make than the library's own. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 128, max: 0x10ffff })), { maxLength })
    .map((codes) => String.fromCodePoint(...codes));

test.each<[string, string[]]>([
  ['parseHTTPHeader', ['parse', 'HTTP', 'Header']],
  ['get_user_name', ['get', 'user', 'name']],
  ['MAX_FILE_BYTES', ['MAX', 'FILE', 'BYTES']],
  ['utf8Decoder2', ['utf', '8', 'Decoder', '2']],
  ['$scope', ['scope']],
  ['größeInBytes', ['größe', 'In', 'Bytes']],
  ['___', []],
  ['', []],
])('%j has the parts %j', (word, parts) => {
  expect(splitIdentifier(word)).toEqual(parts);
});

test.each<[string, string]>([
  ['files', 'file'],
  ['queries', 'query'],
  ['classes', 'class'],
  ['status', 'status'],
  ['running', 'run'],
  ['handled', 'handl'],
  ['handle', 'handl'],
  ['connection', 'connect'],
  ['validation', 'validat'],
  ['validate', 'validat'],
  ['need', 'need'],
  ['id', 'id'],
])('the stem of %s is %s', (term, stem) => {
  expect(stemTerm(term)).toBe(stem);
});

test('an identifier is found whole and by its parts, in any spelling of the same words', () => {
  expect(wordTerms('getUserName')).toEqual(['get', 'user', 'name', 'getusername']);
  expect(wordTerms('GET_USER_NAME')).toEqual(['get', 'user', 'name', 'getusername']);
  expect(wordTerms('get-user-name')).toEqual(['get', 'user', 'name', 'getusername']);
  expect(wordTerms('日本語のテスト')).toEqual(['日本語のテスト']);
  expect(wordTerms('x')).toEqual([]);
  expect(wordTerms('a'.repeat(81))).toEqual([]);
});

/** The plain way to the same counts. */
function countPlainly(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(/[A-Za-z0-9_$\x80-\uffff]+(?:-(?=[A-Za-z])[A-Za-z0-9_$\x80-\uffff]+)*/g) ?? []) {
    for (const term of wordTerms(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

const countAll = (text: string, counter = createTermCounter()): Map<string, number> => {
  const counts = new Map<string, number>();
  counter.count(text, (term, times) => {
    expect(counts.has(term)).toBe(false);
    counts.set(term, times);
  });
  return counts;
};

test('terms of any text hold letters, marks and digits alone, and the counter counts them as the plain way does', () => {
  const counter = createTermCounter();
  const word = fc.oneof(
    anyText(12),
    fc.constantFrom('fooBar', 'foo_bar', 'foo-bar', '-', 'a-1', 'x-', 'foos', '"', '*', 'AND', 'ünï'),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.join(' ');
      const counts = countAll(text, counter);
      expect(counts).toEqual(countPlainly(text));
      for (const term of counts.keys()) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
    }),
  );
});

test('no question can become query syntax', () => {
  fc.assert(
    fc.property(anyText(200), (query) => {
      for (const term of readQuery(query)) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
    }),
  );
  expect(readQuery('"a* OR NEAR(user name) -x path:y"')).toEqual(['near', 'user', 'name', 'path']);
});

test('words that say nothing are left out, unless there is nothing else', () => {
  expect(readQuery('where are the tokens of the user counted')).toEqual(['token', 'user', 'count']);
  expect(readQuery('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
});

test('a counter that has seen more words than it remembers still counts right', () => {
  const counter = createTermCounter();
  for (let part = 0; part < 2; part += 1) {
    const words = Array.from({ length: 110_000 }, (_, i) => `w${(part * 110_000 + i).toString(36)}x`);
    counter.count(words.join(' '), () => undefined);
  }
  expect(countAll('fooBar foo', counter)).toEqual(
    new Map([
      ['foo', 2],
      ['bar', 1],
      ['foobar', 1],
    ]),
  );
});

test('a megabyte without a space is scanned quickly and is no word', () => {
  const started = process.cpuUsage();
  expect(countAll('a'.repeat(1_000_000)).size).toBe(0);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});
