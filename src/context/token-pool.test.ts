import { expect, test } from 'vitest';
import { countLines } from '../protocol/source/count-lines.ts';
import { createTokenPool } from './token-pool.ts';
import { createTokenCounter } from './tokens.ts';

const counter = createTokenCounter();
const encode = (text: string) => new TextEncoder().encode(text);
const measured = (text: string) => ({ tokens: counter.count(text), exact: true, ...countLines(text) });

test('threads measure as the counter does, whatever the order and the size [REV-05]', async () => {
  const pool = createTokenPool({ workers: 2 });
  const texts = [
    '',
    'a\n\n b',
    'x'.repeat(300_000),
    '\ufeff日本 <|endoftext|>',
    ...Array.from({ length: 200 }, (_, i) => `const v${i} = ${i};\n`),
  ];
  expect(await Promise.all(texts.map((text) => pool.measure(encode(text))))).toEqual(texts.map(measured));
  await pool.close();
});

test('bytes that fill their buffer are handed over, a part of a buffer is left to its owner', async () => {
  const pool = createTokenPool({ workers: 1 });
  const whole = encode('one two three');
  const part = encode('one two three').subarray(4, 7);
  expect(await Promise.all([pool.measure(whole), pool.measure(part)])).toEqual([
    measured('one two three'),
    measured('two'),
  ]);
  expect([whole.byteLength, part.byteLength]).toEqual([0, 3]);
  await pool.close();
});

test('is full while two megabytes per thread wait', async () => {
  const pool = createTokenPool({ workers: 1 });
  const first = pool.measure(encode('a b '.repeat(300_000)));
  expect(pool.isFull).toBe(false);
  const second = pool.measure(encode('a b '.repeat(300_000)));
  expect(pool.isFull).toBe(true);
  await Promise.all([first, second]);
  expect(pool.isFull).toBe(false);
  await pool.close();
});

test('closing rejects what is under way and what comes after', async () => {
  const pool = createTokenPool({ workers: 1 });
  const pending = expect(pool.measure(encode('a '.repeat(100_000)))).rejects.toThrow('closed');
  await pool.close();
  await pending;
  await expect(pool.measure(encode('a'))).rejects.toThrow('closed');
  expect(pool.isFull).toBe(true);
});
