import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSums, createUsageRecorder, NO_USAGE, sumCall } from './usage-recorder.ts';

const amount = fc.nat(100_000);
const posting = fc.record({
  agent: fc.constantFrom('security-reviewer', 'go-reviewer', '__proto__'),
  model: fc.constantFrom('a/one', 'b/two'),
  input: amount,
  cached: amount,
  output: amount,
  usd: fc.option(fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100)),
  isEstimated: fc.boolean(),
  isOpen: fc.boolean(),
});

test('the entries together are the whole, to the token and the cent, booked or still open', () => {
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 40 }), (postings) => {
      const book = createUsageRecorder();
      const rows = postings.map(({ agent, model, input, cached, output, usd, isEstimated, isOpen }) => {
        const usage = { inputTokens: input, cachedInputTokens: cached, cacheWriteInputTokens: 0, outputTokens: output };
        return { by: { agent, model }, sums: sumCall({ ...usage, isEstimated }, usd), isOpen };
      });
      for (const { by, sums } of rows.filter(({ isOpen }) => !isOpen)) book.add(by, sums);
      const open = rows.filter(({ isOpen }) => isOpen).map(({ by, sums }) => [by, sums] as const);
      const { entries, ...whole } = book.read(open);
      const summed = entries.reduce(addSums, NO_USAGE);
      const { costUsd, ...counts } = summed;
      expect(whole).toMatchObject(counts);
      expect(costUsd).toBeCloseTo(whole.costUsd, 6);
      expect(whole.calls).toBe(postings.length);
      expect(whole.inputTokens).toBe(postings.reduce((sum, { input }) => sum + input, 0));
      const names = entries.map(({ agent, model }) => `${agent} ${model}`);
      expect(names).toEqual([...new Set(names)].sort());
    }),
  );
});
