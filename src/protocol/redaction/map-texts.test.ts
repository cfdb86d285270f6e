import { expect, test } from 'vitest';
import { mapTexts } from './map-texts.ts';

const hide = (text: string): string => text.replace('secret', '…');

test('texts are replaced wherever they stand; keys, what a key keeps and other values stay', () => {
  const value = { secret: ['a secret', 1, null, true], kept: 'a secret', deep: [{ text: 'secret' }] };
  expect(mapTexts(value, hide, new Set(['kept']))).toEqual({
    secret: ['a …', 1, null, true],
    kept: 'a secret',
    deep: [{ text: '…' }],
  });
});

test('what has no text that changes is no copy', () => {
  const same = { list: ['a', { b: 'c' }], number: 1 };
  const value = { same, list: [same, 'secret'], other: 'secret' };
  expect(mapTexts(same, hide)).toBe(same);
  const mapped = mapTexts(value, hide);
  expect([mapped.same, mapped.list[0]]).toEqual([same, same]);
  expect(mapped.same).toBe(same);
  expect(mapped.list[0]).toBe(same);
});
