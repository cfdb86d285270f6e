import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shareVocabulary } from './token-vocabulary.ts';
import { readVocabulary, writeVocabulary } from './token-vocabulary-cache.ts';

test('comes back as it was written, and not at all where a byte differs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cr-vocabulary-'));
  const memory = shareVocabulary();
  writeVocabulary(folder, 'v', memory);
  const back = readVocabulary(folder, 'v');
  expect(Buffer.from(back?.slots ?? new SharedArrayBuffer(0)).equals(Buffer.from(memory.slots))).toBe(true);
  expect(Buffer.from(back?.tokenBytes ?? new SharedArrayBuffer(0)).equals(Buffer.from(memory.tokenBytes))).toBe(true);
  expect(readdirSync(folder)).toEqual(['v']);
  const bytes = readFileSync(join(folder, 'v'));
  for (const at of [0, 5, 40, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(join(folder, 'v'), damaged);
    expect(readVocabulary(folder, 'v')).toBeNull();
  }
  writeFileSync(join(folder, 'v'), bytes.subarray(0, 100));
  expect(readVocabulary(folder, 'v')).toBeNull();
  expect(readVocabulary(folder, 'none')).toBeNull();
  expect(() => writeVocabulary(join(folder, 'v', 'below'), 'v', memory)).not.toThrow();
});

test('leaves nothing behind where it could not be put in place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cr-vocabulary-'));
  mkdirSync(join(folder, 'v', 'taken'), { recursive: true });
  writeVocabulary(folder, 'v', { slots: new SharedArrayBuffer(8), tokenBytes: new SharedArrayBuffer(8) });
  expect(readdirSync(folder)).toEqual(['v']);
});
