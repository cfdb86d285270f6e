import { expect, test } from 'vitest';
import { openMeasuring } from './measure-text.ts';

test('between large texts others get a turn: a deadline ends a scope of few and large files [TRUST-08]', async () => {
  const measuring = openMeasuring({ encoding: 'x', count: (text) => text.length }, null);
  let turns = 0;
  const beat = setInterval(() => {
    turns += 1;
  }, 0);
  const text = 'a'.repeat(300_000);
  const before: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    expect(await measuring.measure(text)).toMatchObject({ tokens: 300_000, exact: true });
    before.push(turns);
    // A timer is due when the loop next turns.
    const end = performance.now() + 3;
    while (performance.now() < end);
  }
  clearInterval(beat);
  expect(before.at(-1)).toBeGreaterThanOrEqual(2);
});
