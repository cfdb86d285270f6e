import { expect, test } from 'vitest';
import { createTokenCounter } from '../context/tokens.ts';
import { chooseNonce, deriveNonce } from './nonces.ts';

test('nonces differ, and cost the same number of tokens wherever they stand', () => {
  const { count } = createTokenCounter();
  const words = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? chooseNonce() : deriveNonce('seed', `key ${i}`)));
  expect(new Set(words).size).toBe(300);
  for (const frame of [
    (word: string) => `===AGENT_RESULT_END:${word}===`,
    (word: string) => `<<<DATA-${word} "a.ts"\n`,
  ])
    expect(new Set(words.map((word) => count(frame(word)))).size).toBe(1);
});

test('a derived word is the same for the same seed and key alone', () => {
  expect(deriveNonce('seed', 'a')).toBe(deriveNonce('seed', 'a'));
  expect(new Set([deriveNonce('seed', 'a'), deriveNonce('seed', 'b'), deriveNonce('other', 'a')]).size).toBe(3);
});
