import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundUsage, type ReportedUsage, readUsage } from './turn-outcome-usage.ts';

const reported = (over: Partial<ReportedUsage>): ReportedUsage => ({
  inputTokens: 100,
  cachedInputTokens: 40,
  cacheWriteInputTokens: 10,
  outputTokens: 50,
  ...over,
});

test('sound figures are taken as they are; parts nobody reported count as fresh input', () => {
  expect(readUsage(reported({}), true)).toEqual({
    inputTokens: 100,
    cachedInputTokens: 40,
    cacheWriteInputTokens: 10,
    outputTokens: 50,
    isEstimated: false,
  });
  expect(readUsage(reported({ cachedInputTokens: undefined, cacheWriteInputTokens: null }), true)).toEqual({
    inputTokens: 100,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    outputTokens: 50,
    isEstimated: false,
  });
  expect(readUsage(reported({ outputTokens: 0 }), false)?.outputTokens).toBe(0);
});

test.each<readonly [string, Partial<ReportedUsage>]>([
  ['missing input', { inputTokens: undefined }],
  ['missing output', { outputTokens: undefined }],
  ['null', { outputTokens: null }],
  ['NaN', { inputTokens: Number.NaN }],
  ['negative', { outputTokens: -1 }],
  ['a fraction', { outputTokens: 1.5 }],
  ['infinite', { inputTokens: Number.POSITIVE_INFINITY }],
  ['text', { inputTokens: '100' }],
  ['no input at all', { inputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0 }],
  ['output without tokens', { outputTokens: 0 }],
  ['more cached than sent', { cachedInputTokens: 101 }],
  ['cached and written exceed the input', { cachedInputTokens: 60, cacheWriteInputTokens: 41 }],
  ['cached NaN', { cachedInputTokens: Number.NaN }],
])('usage with %s is unknown, never 0', (_name, over) => {
  expect(readUsage(reported(over), true)).toBeNull();
});

test('a call that broke off is bounded by its largest output and marked as estimated', () => {
  expect(boundUsage(reported({ outputTokens: undefined }), 4000)).toEqual({
    inputTokens: 100,
    cachedInputTokens: 40,
    cacheWriteInputTokens: 10,
    outputTokens: 4000,
    isEstimated: true,
  });
  expect(boundUsage(reported({ inputTokens: Number.NaN }), 4000)).toBeNull();
});

test('usage is either unknown or made of counts, whatever was reported', () => {
  const figure = fc.oneof(fc.nat(), fc.double(), fc.string(), fc.constantFrom(null, undefined, -1));
  fc.assert(
    fc.property(
      fc.record({
        inputTokens: figure,
        cachedInputTokens: figure,
        cacheWriteInputTokens: figure,
        outputTokens: figure,
      }),
      (given) => {
        const usage = readUsage(given, true);
        if (usage === null) return;
        expect(usage.inputTokens).toBeGreaterThan(0);
        expect(usage.outputTokens).toBeGreaterThan(0);
        expect(usage.cachedInputTokens + usage.cacheWriteInputTokens).toBeLessThanOrEqual(usage.inputTokens);
      },
    ),
  );
});
