import { expect, test } from 'vitest';
import { findClosestName } from './closest-name.ts';

const KEYS = ['fail_on', 'waves', 'max_tokens', 'reviewers', 'reviewer_models'];

test.each([
  ['failon', 'fail_on'],
  ['failOn', 'fail_on'],
  ['wave', 'waves'],
  ['maxTokens', 'max_tokens'],
  ['reviewer', 'reviewers'],
  ['WAVES', 'waves'],
  ['tokens', null],
  ['x', null],
  ['', null],
  ['a'.repeat(100_000), null],
])('%s → %s', (name, expected) => {
  expect(findClosestName(name, KEYS)).toBe(expected);
});
