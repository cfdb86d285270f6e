/**
 * Counts tokens of a text that arrives in pieces, in slices of 1,024 characters: the sum does not depend on the pieces, so a replayed
 * answer counts the same. Used by ask-model.ts (cut an answer that is too long) and writing-meter.ts (charge the agent).
 */
import type { TokenCounter } from '../../ports/file-index.ts';

const SLICE_CHARS = 1024;
/** No token is shorter than a byte. */
const MAX_TOKENS_PER_CHAR = 3;

export interface SliceCounter {
  add(piece: string): void;
  /** Counts the rest, which is shorter than a slice. */
  end(): void;
  /** Of all slices so far. */
  readonly tokens: number;
  /** Whether all that arrived is more, the rest behind the last slice included. */
  exceeds(limit: number): boolean;
  /** The tokens of all slices so far, and from here on it counts from 0. */
  take(): number;
}

export function createSliceCounter(counter: TokenCounter): SliceCounter {
  let pending = '';
  let tokens = 0;
  return {
    add(piece) {
      pending += piece;
      if (pending.length < SLICE_CHARS) return;
      let at = 0;
      for (; at + SLICE_CHARS <= pending.length; at += SLICE_CHARS)
        tokens += counter.count(pending.slice(at, at + SLICE_CHARS));
      pending = pending.slice(at);
    },
    end() {
      if (pending !== '') tokens += counter.count(pending);
      pending = '';
    },
    get tokens() {
      return tokens;
    },
    exceeds(limit) {
      if (tokens > limit) return true;
      // Counted only where it matters.
      return tokens + pending.length * MAX_TOKENS_PER_CHAR > limit && tokens + counter.count(pending) > limit;
    },
    take() {
      const taken = tokens;
      tokens = 0;
      return taken;
    },
  };
}
