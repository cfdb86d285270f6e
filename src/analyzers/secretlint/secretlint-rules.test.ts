import { expect, test } from 'vitest';
import { runSecretRules } from './secretlint-rules.ts';

test('looking for secrets leaves no marks behind', async () => {
  await runSecretRules('a.ini', 'token = 1');
  performance.clearMarks();
  await runSecretRules('a.ini', 'token = 2');
  expect(performance.getEntriesByType('mark')).toEqual([]);
});
