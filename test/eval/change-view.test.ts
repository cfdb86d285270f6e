/** What a model is given of a change: the flaw, what is needed to see it, and little else. All 200: `npm run bench -- change-view`. */
import { expect, test } from 'vitest';
import { measureDelivery } from './measure-delivery.ts';
import { makeSeededChange } from './seeded-changes.ts';

/** One of each kind, the languages in turn. */
const SAMPLE = [0, 6, 12, 18, 24, 25, 31, 37];

test('a changed file is given by its hunks, their functions and what these rest on, and counts as reviewed [HOST-10]', async () => {
  const deliveries = await Promise.all(SAMPLE.map((i) => measureDelivery(makeSeededChange(i))));
  expect(deliveries.map(({ id, missing, isComplete }) => ({ id, missing, isComplete }))).toEqual(
    deliveries.map(({ id }) => ({ id, missing: [], isComplete: true })),
  );
  const sum = (pick: (each: (typeof deliveries)[number]) => number): number =>
    deliveries.reduce((total, each) => total + pick(each), 0);
  expect(sum(({ shownTokens }) => shownTokens) / sum(({ wholeTokens }) => wholeTokens)).toBeLessThan(0.4);
});

test('a change in a scope too large to share is given the same way when the model asks for its next file [HOST-16]', async () => {
  const seed = makeSeededChange(5);
  const tail = Array.from({ length: 4000 }, (_, i) => `# line ${i} of a long file that nobody changed`).join('\n');
  const { missing, isolation, isComplete, shownTokens } = await measureDelivery({
    ...seed,
    base: `${seed.base}${tail}\n`,
    head: `${seed.head}${tail}\n`,
  });
  expect({ missing, isolation, isComplete }).toEqual({ missing: [], isolation: 'branch', isComplete: true });
  expect(shownTokens).toBeLessThan(3000);
});
