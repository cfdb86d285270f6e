/** When the table of prices is old, and who is told. */
import { expect, test } from 'vitest';
import { readPrices } from './model-prices.ts';
import { PRICES_AS_OF } from './model-prices-table.ts';
import { countMonths, describeOldPrices } from './price-age.ts';

const after = (months: number, days = 0): string => {
  const day = new Date(PRICES_AS_OF);
  const then = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, day.getUTCDate() + days);
  return new Date(then).toISOString().slice(0, 10);
};

test.each([
  ['2026-11-15', '2026-11-14', -1],
  ['2026-11-15', '2026-12-14', 0],
  ['2026-11-15', '2026-12-15', 1],
  ['2026-11-15', '2027-05-14', 5],
  ['2026-11-15', '2027-05-15', 6],
])('from %s to %s: %i months', (asOf, now, months) => {
  expect(countMonths(now, asOf)).toBe(months);
});

test('after six months whoever relies on the table is named once, and nobody else', () => {
  const models = ['openai/gpt-5', 'openai/gpt-5', 'ollama/qwen', 'command/claude', 'openai/nobody-knows', 'embedded'];
  expect(describeOldPrices(models, {}, after(6, -1))).toBeNull();
  expect(describeOldPrices(models, {}, after(6))).toBe(
    `prices and windows of openai/gpt-5 are of ${PRICES_AS_OF}, 6 months ago: compare them with the provider and set \`prices\``,
  );
  const own = readPrices({ 'openai/gpt-5': { input: 1, output: 2 } });
  expect(describeOldPrices(models, own, after(60))).toBeNull();
});
