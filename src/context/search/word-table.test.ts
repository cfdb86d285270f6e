import { expect, test } from 'vitest';
import { createWordTable } from './word-table.ts';

test('words keep their numbers and counts while the table grows', () => {
  const learnt: string[] = [];
  const table = createWordTable(
    (word) => learnt.push(word),
    () => expect.fail('nothing is forgotten'),
  );
  const names = Array.from({ length: 30_000 }, (_, i) => `name${i}`);
  const scan = (text: string): readonly (readonly [string | undefined, number])[] => {
    const seen: (readonly [string | undefined, number])[] = [];
    table.scan(text, (word, times) => seen.push([learnt[word - 1], times]));
    return seen;
  };
  // The first words occur again after all others.
  expect(scan([...names, ...names.slice(0, 100)].join(' '))).toEqual(names.map((name, i) => [name, i < 100 ? 2 : 1]));
  expect(scan('name29999 name0 name29999')).toEqual([
    ['name29999', 2],
    ['name0', 1],
  ]);
  expect(learnt).toEqual(names);
});
