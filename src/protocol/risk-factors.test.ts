import { expect, test } from 'vitest';
import { describeImpact, estimateFactors } from './risk-factors.ts';

test.each([
  ['CWE-78', 'code of the attacker runs, or all data is open'],
  ['CWE-494', 'code of the attacker runs, or all data is open'],
  ['CWE-22', 'data or accounts of others are read or changed'],
  ['CWE-916', 'data or accounts of others are read or changed'],
  ['CWE-1004', 'a protection of one place falls'],
  ['CWE-99999', null],
  [null, null],
] as const)('what %s gives away: %s', (cwe, words) => {
  expect(describeImpact(cwe)).toBe(words);
});

test('the words for flaws in one place change no score', () => {
  const facts = { guards: [], steps: 1, chain: 'none' } as const;
  expect(estimateFactors({ ...facts, cwe: 'CWE-494' })?.impact).toBe('local');
  expect(estimateFactors({ ...facts, cwe: 'CWE-78' })?.impact).toBe('total');
  expect(estimateFactors({ ...facts, cwe: 'CWE-78', guards: null })).toBeNull();
});
