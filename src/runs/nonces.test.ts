import { expect, test } from 'vitest';
import { createTokenCounter } from '../context/tokens.ts';
import { chooseWord, deriveWord } from './nonces.ts';

test('words of chance differ, and cost the same number of tokens wherever they stand', () => {
  const { count } = createTokenCounter();
  const words = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? chooseWord() : deriveWord('seed', `key ${i}`)));
  expect(new Set(words).size).toBe(300);
  for (const frame of [
    (word: string) => `===AGENT_RESULT_END:${word}===`,
    (word: string) => `<<<DATA-${word} "a.ts"\n`,
  ])
    expect(new Set(words.map((word) => count(frame(word)))).size).toBe(1);
});

test('a derived word is the same for the same seed and key alone', () => {
  expect(deriveWord('seed', 'a')).toBe(deriveWord('seed', 'a'));
  expect(new Set([deriveWord('seed', 'a'), deriveWord('seed', 'b'), deriveWord('other', 'a')]).size).toBe(3);
});
