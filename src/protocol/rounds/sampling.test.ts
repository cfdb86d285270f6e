import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleItems } from './sampling.ts';

const same = (text: string): string => text;

test('a sample has the wanted size, keeps the order and repeats for the same seed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { maxLength: 30 }),
      fc.integer({ min: -2, max: 40 }),
      fc.string(),
      (items, count, seed) => {
        const sample = sampleItems(items, count, same, seed);
        expect(sample).toHaveLength(Math.min(items.length, Math.max(0, count)));
        expect(items.filter((item) => sample.includes(item))).toEqual(sample);
        expect(sampleItems(items, count, same, seed)).toEqual(sample);
      },
    ),
  );
});

test('another seed takes another sample', () => {
  const items = Array.from({ length: 100 }, (_, i) => `src/file-${i}.ts`);
  const samples = ['a', 'b', 'c'].map((seed) => sampleItems(items, 10, same, seed).join());
  expect(new Set(samples).size).toBe(3);
});
