import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createConcurrencyLimiter, type Slot, type SlotFeedback } from './concurrency-limiter.ts';

const never = new AbortController().signal;

async function take(limiter: ReturnType<typeof createConcurrencyLimiter>, count: number): Promise<Slot[]> {
  const slots = await Promise.all(Array.from({ length: count }, () => limiter.acquire(never)));
  return slots.filter((slot) => slot !== null);
}

test('halves once per burst, down to one, and grows back by one with every full round', async () => {
  const limiter = createConcurrencyLimiter(8);
  for (const slot of await take(limiter, 8)) slot.release('too-many');
  expect(limiter.limit()).toBe(4);
  for (const expected of [2, 1, 1]) {
    for (const slot of await take(limiter, limiter.limit())) slot.release('too-many');
    expect(limiter.limit()).toBe(expected);
  }
  for (const expected of [2, 2, 3]) {
    const [slot] = await take(limiter, 1);
    slot?.release('well');
    expect(limiter.limit()).toBe(expected);
  }
  for (let round = 0; round < 100; round += 1) (await take(limiter, 1))[0]?.release('well');
  expect(limiter.limit()).toBe(8);
});

test('never more than the limit at once, and nobody is forgotten', async () => {
  const feedback = fc.constantFrom<SlotFeedback>('well', 'too-many', 'neutral');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(feedback, { maxLength: 40 }), async (max, endings) => {
      const limiter = createConcurrencyLimiter(max);
      let active = 0;
      let served = 0;
      await Promise.all(
        endings.map(async (ending) => {
          const slot = await limiter.acquire(never);
          active += 1;
          expect(active).toBeLessThanOrEqual(max);
          await Promise.resolve();
          active -= 1;
          served += 1;
          slot?.release(ending);
          slot?.release(ending);
        }),
      );
      expect(served).toBe(endings.length);
    }),
  );
});
