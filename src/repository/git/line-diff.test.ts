import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineRange } from '../../protocol/findings/finding.ts';
import { findChangedLines, splitLines } from './line-diff.ts';

const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

test.each<[string, string, string, [number, number][]]>([
  ['the same', text('a', 'b'), text('a', 'b'), []],
  ['other line ends', text('a', 'b'), 'a\r\nb\r\n', []],
  ['no last line end', text('a', 'b'), 'a\nb', []],
  ['changed', text('a', 'b', 'c'), text('a', 'B', 'c'), [[2, 2]]],
  ['added at the end', text('a'), text('a', 'b', 'c'), [[2, 3]]],
  ['added at the start', text('b'), text('a', 'b'), [[1, 1]]],
  [
    'two places',
    text('a', 'b', 'c', 'd', 'e'),
    text('A', 'b', 'c', 'd', 'E'),
    [
      [1, 1],
      [5, 5],
    ],
  ],
  ['removed: the line that follows', text('a', 'b', 'c'), text('a', 'c'), [[2, 2]]],
  ['removed at the end: the last line', text('a', 'b', 'c'), text('a', 'b'), [[2, 2]]],
  ['emptied', text('a'), '', []],
  ['from nothing', '', text('a', 'b'), [[1, 2]]],
])('%s', (_name, before, after, expected) => {
  expect(findChangedLines(before, after)).toEqual(expected.map(([start, end]) => ({ start, end })));
});

test('gives up on texts without anything in common, in bounded time', () => {
  const many = (mark: string) => text(...Array.from({ length: 20_000 }, (_, i) => `${mark}${i}`));
  const started = process.cpuUsage();
  expect(findChangedLines(`same\n${many('a')}`, `same\n${many('b')}`)).toEqual([{ start: 2, end: 20_001 }]);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});

const covers = (ranges: readonly LineRange[], line: number): boolean =>
  ranges.some(({ start, end }) => start <= line && line <= end);

test('lines outside the ranges are lines of the text before, in its order', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const ranges = findChangedLines(text(...before), text(...after));
      const kept = splitLines(text(...after)).filter((_, i) => !covers(ranges, i + 1));
      let at = 0;
      for (const line of splitLines(text(...before))) if (line === kept[at]) at += 1;
      expect(at).toBe(kept.length);
      for (const { start, end } of ranges) expect(start >= 1 && end >= start && end <= after.length).toBe(true);
    }),
  );
});
