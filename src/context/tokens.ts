/**
 * Counts the tokens of a text in this thread (REV-05): exact o200k_base counts, loaded with the first text. Never throws: where the
 * tokenizer fails, a quarter of the bytes stands in and `countExact` gives null. Large scopes are counted by threads in the same way
 * (token-pool.ts). `cacheCounts` keeps the counts of short texts. Created by wiring/review-ports.ts, commands and the fleet.
 */
import type { TokenCounter } from '../ports/file-index.ts';
import { estimateTokens } from './measure-text.ts';
import { createByteCounter } from './token-count.ts';
import { shareVocabulary } from './token-vocabulary.ts';

/** A counter that can tell an exact count from an estimated one. */
export interface ExactCounter extends TokenCounter {
  /** The exact count, or null where there is none and `count` estimates. */
  countExact(text: string): number | null;
}

type Encode = (text: string) => number;

function loadEncoding(cacheFolder: string | null): Encode {
  const countBytes = createByteCounter(shareVocabulary(cacheFolder));
  const encoder = new TextEncoder();
  return (text) => countBytes(encoder.encode(text));
}

export interface TokenCounterOptions {
  /** Where the vocabulary is kept between runs; nowhere if it is left out. */
  readonly cacheFolder?: string | null;
  /** Replaced in tests alone, to see the counter survive a tokenizer that fails. */
  readonly load?: (cacheFolder: string | null) => Encode;
}

export function createTokenCounter({
  cacheFolder = null,
  load = loadEncoding,
}: TokenCounterOptions = {}): ExactCounter {
  let encode: Encode | null = null;
  const countExact = (text: string): number | null => {
    try {
      encode ??= load(cacheFolder);
      return encode(text);
    } catch {
      return null;
    }
  };
  return { encoding: 'o200k_base', countExact, count: (text) => countExact(text) ?? estimateTokens(text) };
}

const MAX_KNOWN_CHARS = 8000;
const MAX_ALL_CHARS = 4_000_000;

/** The same counter for texts that come again: several agents are given the same lines. Forgets everything when it is full. */
export function cacheCounts<T extends TokenCounter>(counter: T): T {
  let known = new Map<string, number>();
  let characters = 0;
  const count = (text: string): number => {
    if (text.length > MAX_KNOWN_CHARS) return counter.count(text);
    const tokens = known.get(text) ?? counter.count(text);
    if (!known.has(text)) {
      if (characters > MAX_ALL_CHARS) {
        known = new Map();
        characters = 0;
      }
      known.set(text, tokens);
      characters += text.length;
    }
    return tokens;
  };
  return { ...counter, count };
}
