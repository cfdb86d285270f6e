import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLeading } from './count-leading.ts';
import { append, getOrAdd } from './get-or-add.ts';

test('counts the items before a place as a walk over all of them does', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (items, limit) => {
      const sorted = items.toSorted((a, b) => a - b);
      expect(countLeading(sorted, (item) => item < limit)).toBe(sorted.filter((item) => item < limit).length);
    }),
  );
});

test('makes a value once for each key, also where it is null', () => {
  const made: string[] = [];
  const map = new Map<string, number | null>();
  const ask = (key: string, value: number | null): number | null =>
    getOrAdd(map, key, () => {
      made.push(key);
      return value;
    });
  expect([ask('a', 1), ask('a', 2), ask('b', null), ask('b', 3)]).toEqual([1, 1, null, null]);
  expect(made).toEqual(['a', 'b']);
});

test('appends to the list of a key', () => {
  const map = new Map<string, number[]>();
  for (const value of [1, 2, 3]) append(map, value % 2 === 0 ? 'even' : 'odd', value);
  expect([...map]).toEqual([
    ['odd', [1, 3]],
    ['even', [2]],
  ]);
});
