import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { isSafeId, isSafePath, isSafeReason, sanitizeId, sanitizePath, sanitizeReason } from './transfer-sanitising.ts';

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['.github/x.yml', '.github/x.yml'],
  ['a..b/c', 'a..b/c'],
  ['/etc/passwd', null],
  ['C:\\x', null],
  ['../x', null],
  ['a/../../x', null],
  ['a/..', null],
  ['', null],
  ['./', null],
  ['a\nb', null],
  ['a\u0000', null],
  ['a\u202Eb', null],
  ['a\u2028b', null],
  ['\ud800', null],
  ['x'.repeat(512), 'x'.repeat(512)],
  ['x'.repeat(513), null],
])('path %j is shown as %j [HOST-12]', (path, shown) => expect(sanitizePath(path)).toBe(shown));

test('reasons lose control characters and end after 200 characters [HOST-12]', () => {
  expect(sanitizeReason('a\r\nb\u0007c\u200Bd')).toBe('a b c d');
  expect(sanitizeReason('x'.repeat(200))).toHaveLength(200);
  expect(sanitizeReason('x'.repeat(201))).toHaveLength(200);
  expect([...sanitizeReason('😀'.repeat(300))]).toHaveLength(200);
  expect([isSafeReason('x'.repeat(200)), isSafeReason('x'.repeat(201)), isSafeReason('a\nb')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('whatever is sanitised is safe, and safe text stays as it is', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
  );
  fc.assert(
    fc.property(text, (said) => {
      expect(isSafeReason(sanitizeReason(said))).toBe(true);
      const path = sanitizePath(said);
      if (path !== null) expect(isSafePath(path)).toBe(true);
      const id = sanitizeId(said);
      if (id !== '') expect(isSafeId(id)).toBe(true);
      if (isSafeReason(said)) expect(sanitizeReason(said)).toBe(said.trim());
      if (isSafeId(said)) expect(sanitizeId(said)).toBe(said);
    }),
  );
});

test('an id has at most 64 characters', () => {
  expect([isSafeId('x'.repeat(64)), isSafeId('x'.repeat(65)), isSafeId('')]).toEqual([true, false, false]);
  expect(sanitizeId('x'.repeat(65))).toHaveLength(64);
});
