import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { extractNames, extractWords, isTemplatePair, overlapOf } from './word-overlap.ts';

describe('word overlap', () => {
  test('one form per meaning, parts of identifiers and whole identifiers, operators; no words that tell nothing', () => {
    expect([...extractWords('The validation of getUserId(x) === null should be verified')]).toEqual([
      'check',
      'get',
      'user',
      'id',
      '#getuserid',
      'null',
      '===',
    ]);
  });

  test('names are compound identifiers, calls and files; the rest are the words around them', () => {
    const { symbols, plain } = extractNames(
      'In src/auth/login.ts, parseUser and load_all call fetch(x), e.g. try/catch.',
    );
    expect([...symbols]).toEqual(['src/auth/login.ts', 'parseuser', 'load_all', 'fetch']);
    expect([...plain]).toEqual(['call', 'try', 'catch']);
  });

  test.each([
    ['parseUser lacks a null check', 'Missing null check in parseOrder', true],
    ['requireAuth is missing in createUser', 'requireAuth is missing in deleteUser', true],
    ['parseUser lacks a null check', 'Missing null check', false],
    ['parseUser lacks a null check', 'saveUser hashes passwords with MD5', false],
    ['', '', false],
  ])('%j and %j are one sentence about two things: %j', (a, b, expected) => {
    expect(isTemplatePair(extractNames(a), extractNames(b))).toBe(expected);
    expect(isTemplatePair(extractNames(b), extractNames(a))).toBe(expected);
  });

  test.each(['/', 'a', 'a/', '_', 'aB', '(', 'a.', '-'])('a hundred thousand %j take no time', (unit) => {
    const started = process.cpuUsage();
    extractNames(`${unit.repeat(100_000)}a`);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });

  test.each([
    ['closing files', 'closes the file', 1],
    ['throws an undefined', 'raises null', 1],
    ['cookie flag', 'rounding totals', 0],
    ['', '', 0],
    ['alpha beta', 'alpha gamma', 1 / 3],
  ])('%j and %j share %d', (a, b, share) => {
    expect(overlapOf(extractWords(a), extractWords(b))).toBeCloseTo(share);
  });

  test('between 0 and 1, the same from both sides, 1 with itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.lorem(), (a, b) => {
        const [left, right] = [extractWords(a), extractWords(b)];
        expect(overlapOf(left, right)).toBe(overlapOf(right, left));
        expect(overlapOf(left, right)).toBeLessThanOrEqual(1);
        expect(overlapOf(right, right)).toBe(right.size === 0 ? 0 : 1);
      }),
    );
  });
});
