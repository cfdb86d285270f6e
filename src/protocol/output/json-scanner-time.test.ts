import { expect, test } from 'vitest';
import { JsonScanner } from './json-scanner.ts';

/** Holds each outermost container, as a reader of findings does. */
function scan(text: string, size = text.length): void {
  const scanner: JsonScanner = new JsonScanner({
    open: (_kind, start, _key, depth) => {
      if (depth === 1) scanner.holdFrom = start;
    },
    value: () => undefined,
    close: (_start, _end, depth) => {
      if (depth === 1) scanner.holdFrom = null;
    },
    broken: () => {
      scanner.holdFrom = null;
    },
  });
  for (let i = 0; i < text.length; i += size) scanner.push(text.slice(i, i + size));
}

const times = 50_000;
test.each([
  ['['.repeat(times)],
  ['{'.repeat(times)],
  [`${'{"a":'.repeat(times)}x`],
  [`${'['.repeat(times)}x`],
  ['{"'.repeat(times)],
  ['{"{"'.repeat(times)],
  ['{"a"//'.repeat(times)],
  ['{//\n'.repeat(times)],
  [`{"a":"${'x'.repeat(20 * times)}`],
  [`{"a":"${'\\\\'.repeat(10 * times)}`],
])('hostile text is read in linear time: %.20s…', (text) => {
  const started = process.cpuUsage();
  scan(text);
  scan(text, 64);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});
