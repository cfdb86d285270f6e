import { expect, test } from 'vitest';
import { findSecretSpans } from './secretlint.ts';

test('looking for secrets leaves no marks behind', async () => {
  await findSecretSpans('token = 1');
  performance.clearMarks();
  await findSecretSpans('token = 2');
  expect(performance.getEntriesByType('mark')).toEqual([]);
});
