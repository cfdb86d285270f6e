/** Measures texts here until there is enough to be worth threads, and then wherever there is room. Reads no file. */
import type { TokenCounter } from '../ports/file-index.ts';
import { countLines } from '../protocol/source/count-lines.ts';
import type { Measurement, TokenPool } from './token-pool.ts';
import { type ExactCounter, estimateTokens } from './tokens.ts';

export type MeasuringCounter = TokenCounter | Pick<ExactCounter, 'countExact'>;

export type MeasureText = (text: string) => Measurement | Promise<Measurement>;

export interface Measuring {
  readonly measure: MeasureText;
  close(): Promise<void>;
}

/** Text that is counted sooner than threads are started. */
const SMALL_SCOPE_CHARS = 8_000_000;

const countExact = (counter: MeasuringCounter, text: string): number | null =>
  'countExact' in counter ? counter.countExact(text) : counter.count(text);

function measureHere(text: string, counter: MeasuringCounter): Measurement {
  const exact = countExact(counter, text);
  return { tokens: exact ?? estimateTokens(text), exact: exact !== null, ...countLines(text) };
}

const encoder = new TextEncoder();

/** With `openPool` a large scope is measured by its threads too; they must count as the counter does. */
export function openMeasuring(counter: MeasuringCounter, openPool: (() => TokenPool) | null): Measuring {
  let pool: TokenPool | null = null;
  let measuredChars = 0;
  return {
    measure(text) {
      measuredChars += text.length;
      if (openPool !== null && measuredChars > SMALL_SCOPE_CHARS) pool ??= openPool();
      if (pool === null || pool.isFull) return measureHere(text, counter);
      return pool.measure(encoder.encode(text)).catch(() => measureHere(text, counter));
    },
    close: async () => pool?.close(),
  };
}
