import { expect, test } from 'vitest';
import { OutsideWords } from './outside-words.ts';

test('words are made of a text once, and only when it holds what is looked for', () => {
  const made: string[] = [];
  const words = new OutsideWords((path, text) => {
    made.push(path);
    return ` ${text} `;
  });
  words.add('a.ts', 'save load');
  words.add('b.ts', 'unsaved');
  const ask = (word: string): readonly unknown[] => ['a.ts', 'b.ts', 'c.ts'].map((path) => words.holding(path, word));
  expect([ask('none'), made]).toEqual([[undefined, undefined, undefined], []]);
  expect(ask('load')).toEqual([' save load ', undefined, undefined]);
  // Part of another word: whoever asks compares whole ones.
  expect(ask('save')).toEqual([' save load ', ' unsaved ', undefined]);
  expect([words.size, words.has('a.ts'), words.has('b.ts'), words.has('c.ts'), made]).toEqual([
    2,
    true,
    true,
    false,
    ['a.ts', 'b.ts'],
  ]);
});

test('texts that would take too much memory do not wait', () => {
  const made: string[] = [];
  const words = new OutsideWords((path) => {
    made.push(path);
    return ' x ';
  }, 10);
  words.add('a.ts', 'sixsix');
  words.add('b.ts', 'sixsix');
  expect([words.size, made, words.holding('b.ts', 'other')]).toEqual([2, ['b.ts'], ' x ']);
});
