import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { packValue, unpackValue } from './stored-value.ts';

const sumOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 32);
const withSum = (...bytes: readonly number[]) => ({ body: Buffer.of(...bytes), checksum: sumOf(Buffer.of(...bytes)) });

test('a value is stored as JSON behind a letter, packed from 512 bytes on, and comes back', () => {
  const small = packValue({ a: 'ä' });
  expect(small).toEqual({ body: Buffer.from('j{"a":"ä"}'), checksum: sumOf(small.body) });
  // With its quotes 511 and 512 bytes.
  expect(Buffer.from(packValue('x'.repeat(509)).body).toString('latin1', 0, 3)).toBe('j"x');
  const large = packValue('x'.repeat(510));
  expect([large.body[0], large.body.length < 100]).toEqual([0x7a, true]);
  for (const value of [{ a: 'ä' }, 'x'.repeat(509), 'x'.repeat(510), null]) {
    expect(unpackValue(packValue(value))).toEqual({ value });
  }
  expect(unpackValue(packValue(undefined))).toEqual({ value: null });
});

test.each([
  ['another checksum', { body: Buffer.from('j1'), checksum: '' }],
  ['no JSON', withSum(0x6a, 0x7b)],
  ['nothing at all', withSum()],
  ['packed bytes that are none', withSum(0x7a, 0xff, 0xff)],
])('%s is damage', (_name, stored) => {
  expect(unpackValue(stored)).toBeUndefined();
});
