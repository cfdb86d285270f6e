import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOtherWriting } from './other-writing.ts';

/** What every single character of the other writing is in the text. */
function readBack(text: string): string {
  const other = readOtherWriting(text);
  if (other === null) return '';
  return [...other.plain]
    .map((_, start) => {
      const places = other.toText([{ start, end: start + 1, kind: 'x' }]);
      return places.map(({ start: from, end }) => text.slice(from, end)).join('¦');
    })
    .join('·');
}

test.each([
  ['nothing = "to" do', null, ''],
  ['first\na = "b" + "c"\nlast', 'a = "bc"', 'a· ·=· ·"·b·c·"'],
  ['a\n"b" +\n  "c"\nd\n\\x41z', '"bc"\nAz', '"·b·c·"··\\x41·z'],
  ['"a" . "b" \'c\' + d', '"ab" \'c\' + d', '"·a·b·"· ·\'·c·\'· ·+· ·d'],
  ['["a", "b"].join("-"); x("a", "b")', null, ''],
  ['a \\\n  b; x = ""', null, ''],
  ['" + "x" + "y', 'xy', 'x·y'],
  ['\\u{41}&#66;&#x43;%44%26%0a', 'ABCD %0a', '\\u{41}·&#66;·&#x43;·%44·%26·%·0·a'],
  ['\\u{41 &#x42 &#7; \\x1b', null, ''],
  ['a\\147b\\177\\040', 'agb\\177 ', 'a·\\147·b·\\·1·7·7·\\040'],
  ['\uff21\uff4a\uff15', 'Aj5', '\uff21·\uff4a·\uff15'],
  ['x = %20%7e%7f', 'x =  ~%7f', 'x· ·=· ·%20·%7e·%·7·f'],
  ['&#127;&#128;&#31;', null, ''],
  ['\n%41', 'A', '%41'],
  ['%41\n%42', 'A\nB', '%41··%42'],
  ['%41\n\nb\n%42', 'A\nB', '%41··%42'],
  ['a%41\nb', 'aA', 'a·%41'],
])('%s', (text, plain, places) => {
  expect([readOtherWriting(text)?.plain ?? null, readBack(text)]).toEqual([plain, places]);
});

test('what is found stands in the text, in order, without overlap, whatever the text', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    ' ',
    '\n',
    '+',
    '.',
    'a',
    '\\x41',
    '\\u0042',
    '&#67;',
    '%44',
    'Zq4v'.repeat(12),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(200), fc.nat(200), (pieces, a, b) => {
      const text = pieces.join('');
      const other = readOtherWriting(text);
      if (other === null) return;
      const [start = 0, end = 0] = [a, b].map((at) => Math.min(at, other.plain.length)).toSorted((x, y) => x - y);
      const placed = other.toText([{ start, end, kind: 'x' }]);
      let last = -1;
      for (const span of placed) {
        expect(span.start).toBeGreaterThan(last);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.end).toBeLessThanOrEqual(text.length);
        last = span.end;
      }
    }),
  );
});
