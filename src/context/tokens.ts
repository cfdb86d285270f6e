/**
 * The one token counter of the product (REV-05): exact o200k_base counts, loaded when the first text is counted.
 * Never throws: where the tokenizer fails, a quarter of the bytes stands in and `countExact` says so with null.
 */
import { createRequire } from 'node:module';
import type { TokenCounter } from '../ports.ts';

/** A counter that can tell an exact count from an estimated one. */
export interface ExactCounter extends TokenCounter {
  /** The exact count, or null where there is none and `count` estimates. */
  countExact(text: string): number | null;
}

type Encode = (text: string) => number;

/** The tokenizer's time grows with the square of an unbroken run, so longer ones are counted in pieces. */
const MAX_RUN = 512;
// The lookbehind lets a run be tried from its first character alone; without it the search itself is quadratic.
const LONG_RUN = new RegExp(
  ['[\\p{L}\\p{M}]', '[^\\s\\p{L}\\p{M}\\p{N}]', '\\s'].map((c) => `(?<!${c})${c}{${MAX_RUN + 1},}`).join('|'),
  'gu',
);

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;

/** Pieces of a text in order: runs of at most 512 characters where there were longer ones, all else untouched. */
export function* splitLongRuns(text: string): Generator<string> {
  let from = 0;
  for (const match of text.matchAll(LONG_RUN)) {
    if (match.index > from) yield text.slice(from, match.index);
    from = match.index;
    const end = match.index + match[0].length;
    while (from < end) {
      const to = Math.min(from + MAX_RUN - (isHighSurrogate(text, from + MAX_RUN - 1) ? 1 : 0), end);
      yield text.slice(from, to);
      from = to;
    }
  }
  if (from < text.length) yield text.slice(from);
}

function loadEncoding(): Encode {
  const require = createRequire(import.meta.url);
  const { countTokens } =
    require('gpt-tokenizer/encoding/o200k_base') as typeof import('gpt-tokenizer/encoding/o200k_base');
  // Special tokens in reviewed text are text: `<|endoftext|>` must neither throw nor count as one token.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}

/** `load` is replaced in tests alone, to see the counter survive a tokenizer that fails. */
export function createTokenCounter(load: () => Encode = loadEncoding): ExactCounter {
  let encode: Encode | null = null;
  const countExact = (text: string): number | null => {
    try {
      encode ??= load();
      let tokens = 0;
      for (const piece of splitLongRuns(text)) tokens += encode(piece);
      return tokens;
    } catch {
      return null;
    }
  };
  return { encoding: 'o200k_base', countExact, count: (text) => countExact(text) ?? estimateTokens(text) };
}
