/**
 * Replaces the nonces of a run by placeholders in texts that are cached from run to run, and back. A text that holds a placeholder or
 * nonce already is refused (null), so that nobody who writes one into a file gains anything. Called by cached-calls.ts.
 */

export interface Placeholders {
  learn(key: string, word: string): void;
  /** The text without nonces; null where it holds a placeholder by itself. */
  hide(text: string): string | null;
  /** The text with the words of this run; null where it holds one of them already. */
  show(text: string): string | null;
  /** Whether a nonce is in the text. */
  isIn(text: string): boolean;
}

export function createPlaceholders(hash: (text: string) => string): Placeholders {
  const standIns = new Map<string, string>();
  const swap = (text: string, from: readonly string[], to: readonly string[]): string | null =>
    to.some((word) => text.includes(word))
      ? null
      : from.reduce((swapped, word, i) => swapped.replaceAll(word, () => to[i] ?? word), text);
  return {
    // As long as the word, so that a text stays as long as it was.
    learn: (key, word) => void standIns.set(word, hash(`stand-in for ${key}`).slice(0, word.length)),
    hide: (text) => swap(text, [...standIns.keys()], [...standIns.values()]),
    show: (text) => swap(text, [...standIns.values()], [...standIns.keys()]),
    isIn: (text) => [...standIns.keys()].some((word) => text.includes(word)),
  };
}
