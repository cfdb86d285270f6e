import { expect, test } from 'vitest';
import { joinReasons } from './limited-files.ts';

const unparsed = (path: string, first: number, count: number) => ({
  path,
  limit: 'could not be parsed',
  lines: { first, count },
});

test.each([
  [[], null],
  [[{ path: 'a', limit: 'not linted' }], 'not linted in 1 file'],
  [[unparsed('a', 7, 1)], '1 line could not be parsed in 1 file: a line 7'],
  [
    [unparsed('a', 1, 2), { path: 'a', limit: 'not linted' }, unparsed('b', 2, 3), { path: 'b', limit: 'not linted' }],
    '5 lines could not be parsed in 2 files: a line 1, b line 2; not linted in 2 files',
  ],
  [
    ['a', 'b', 'c', 'd', 'e'].map((path) => unparsed(path, 1, 1)),
    '5 lines could not be parsed in 5 files: a line 1, b line 1, c line 1, 2 more',
  ],
])('%j', (limits, said) => {
  expect(joinReasons([{ reason: null, limits }])).toBe(said);
});

test('a file that several reviewers were given counts once, and so does what is said of it', () => {
  const rows = [
    { reason: '1 file not finished: packed', limits: [unparsed('a', 1, 2), unparsed('b', 4, 1)] },
    { reason: '1 file not finished: packed', limits: [unparsed('b', 4, 1)] },
    { reason: null },
  ];
  expect(joinReasons(rows)).toBe(
    '1 file not finished: packed; 3 lines could not be parsed in 2 files: a line 1, b line 4',
  );
});
