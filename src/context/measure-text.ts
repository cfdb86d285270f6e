/**
 * Counts tokens and lines of texts, in this thread for up to 8 million characters, then also in the threads of token-pool.ts while
 * they have room. A count that cannot be made is estimated and marked. Called by file-index.ts.
 */
import { setImmediate } from 'node:timers/promises';
import type { TokenCounter } from '../ports/file-index.ts';
import { countLines } from '../protocol/source/count-lines.ts';
import type { Measurement, TokenPool } from './token-pool.ts';

/** A counter that can tell an exact count from an estimated one says null where it has none. */
type Counter = TokenCounter | { countExact(text: string): number | null };

/** A counter, or what loads it when the first text is measured: where every file is known none is. */
export type MeasuringCounter = Counter | (() => Promise<Counter>);

export type OpenPool = () => TokenPool | Promise<TokenPool>;

export type MeasureText = (text: string) => Measurement | Promise<Measurement>;

export interface Measuring {
  readonly measure: MeasureText;
  close(): Promise<void>;
}

/** Text that is counted sooner than threads are started. */
const SMALL_SCOPE_CHARS = 8_000_000;

/** Text after which others get a turn: a deadline, and the engine's compilers, which begin with a timer (wiring/v8-settings.js). */
const TURN_CHARS = 500_000;

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const countExact = (counter: Counter, text: string): number | null =>
  'countExact' in counter ? counter.countExact(text) : counter.count(text);

function measureHere(text: string, counter: Counter): Measurement {
  const exact = countExact(counter, text);
  return { tokens: exact ?? estimateTokens(text), exact: exact !== null, ...countLines(text) };
}

const encoder = new TextEncoder();

/** With `openPool` a large scope is measured by its threads too; they must count as the counter does. */
export function openMeasuring(given: MeasuringCounter, openPool: OpenPool | null): Measuring {
  let loaded: Counter | null = typeof given === 'function' ? null : given;
  let opening: Promise<TokenPool | null> | null = null;
  let pool: TokenPool | null = null;
  let measuredChars = 0;
  let charsOfTurn = 0;

  const loadCounter = async (): Promise<Counter> => {
    loaded ??= typeof given === 'function' ? await given() : given;
    return loaded;
  };
  const measureNow = (text: string): Measurement | Promise<Measurement> =>
    loaded === null ? loadCounter().then((counter) => measureHere(text, counter)) : measureHere(text, loaded);
  const measureSelf = (text: string): Measurement | Promise<Measurement> => {
    charsOfTurn += text.length;
    if (charsOfTurn < TURN_CHARS) return measureNow(text);
    charsOfTurn = 0;
    return setImmediate().then(() => measureNow(text));
  };
  const open = async (openThreads: OpenPool): Promise<TokenPool | null> => {
    pool = await openThreads();
    return pool;
  };

  return {
    measure(text) {
      measuredChars += text.length;
      if (openPool !== null && measuredChars > SMALL_SCOPE_CHARS) opening ??= open(openPool).catch(() => null);
      if (pool === null || pool.isFull) return measureSelf(text);
      return pool.measure(encoder.encode(text)).catch(() => measureSelf(text));
    },
    close: async () => (await opening)?.close(),
  };
}
