import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyRepair, type Edit, makeRepair, readRepair } from './repair.ts';

const TEXT = 'a = 1\nb = two\n\nc\n';
type Place = readonly [line: number, column: number, endLine: number, endColumn: number];
const edit = ([line, column, end_line, end_column]: Place, text: string): Edit => ({
  line,
  column,
  end_line,
  end_column,
  text,
});

test.each<[string, readonly Edit[], string | null]>([
  ['a word', [edit([2, 5, 2, 8], 'three')], 'a = 1\nb = three\n\nc\n'],
  ['several, from behind', [edit([4, 1, 4, 2], 'd'), edit([1, 5, 1, 6], '')], 'a = \nb = two\n\nd\n'],
  ['a whole line', [edit([3, 1, 4, 1], '')], 'a = 1\nb = two\nc\n'],
  ['an insertion at the end', [edit([5, 1, 5, 1], 'x')], 'a = 1\nb = two\n\nc\nx'],
  ['edits that overlap', [edit([1, 1, 2, 2], ''), edit([2, 1, 2, 3], '')], null],
  ['a column that is not there', [edit([3, 2, 3, 2], 'x')], null],
  ['a line that is not there', [edit([9, 1, 9, 1], 'x')], null],
  ['no change', [edit([1, 1, 1, 2], 'a')], null],
  ['no edit', [], null],
])('%s', (_name, edits, expected) => {
  const repair = makeRepair(TEXT, edits);
  expect(repair === null ? null : applyRepair(TEXT, repair)).toBe(expected);
});

test('a file whose lines have changed is left alone, one that grew elsewhere below is not', () => {
  const repair = makeRepair(TEXT, [edit([2, 5, 2, 8], 'three')]);
  expect(repair && applyRepair('a = 1\nb = six\n', repair)).toBeNull();
  expect(repair && applyRepair(`${TEXT}more\n`, repair)).toBe('a = 1\nb = three\n\nc\nmore\n');
});

test('what a report says is read strictly, never throws, and a redacted text is no repair', () => {
  const extra = { repair: { edits: [edit([1, 1, 1, 1], 'x')], before: 'a' } };
  expect(readRepair({ extra })).toEqual(extra.repair);
  const secret = { repair: { edits: [edit([1, 1, 1, 1], 'k = "[redacted:key:1]"')], before: 'a' } };
  expect(readRepair({ extra: secret })).toBeNull();
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, text) => {
      const repair = readRepair({ extra: { repair: value } });
      if (repair !== null) applyRepair(text, repair);
    }),
  );
});
