/** Chance that can be had again: the same seed, the same numbers (mulberry32). */
export interface RandomSource {
  readonly seed: number;
  /** A whole number from 0 on. */
  below(limit: number): number;
}

export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, below: (limit) => Math.floor(next() * limit) };
}
