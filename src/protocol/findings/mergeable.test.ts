import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subjectsOf } from './mergeable.ts';

test.each([
  [undefined, []],
  [null, []],
  ['', []],
  ['lodash', ['lodash']],
  ['Lodash@4.17.1', ['lodash']],
  ['@types/node@24.0.0', ['@types/node']],
  ['@types/node', ['@types/node']],
  ['express, lodash@1', ['express', 'lodash']],
])('%o names %o', (dependency, names) => {
  expect(subjectsOf({ dependency })).toEqual(names);
});

test('any text is a list of names, none of them empty', () => {
  fc.assert(fc.property(fc.string(), (dependency) => subjectsOf({ dependency }).every((name) => name !== '')));
});
