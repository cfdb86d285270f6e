import { expect, test } from 'vitest';
import { mayBeDeep } from './limits.ts';

test.each([
  ['operators over blank lines', 'a\n\n\n+ '.repeat(1100), true],
  ['operators before blank lines', 'a +\n\n\n'.repeat(1100), true],
  ['statements with blank lines between them', 'a + b\n\n\n'.repeat(1100), false],
])('%s', (_name, text, isSuspicious) => {
  expect(mayBeDeep(text)).toBe(isSuspicious);
});

test('blank lines are read in linear time', () => {
  const started = process.cpuUsage();
  mayBeDeep('\n'.repeat(100_000));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});
