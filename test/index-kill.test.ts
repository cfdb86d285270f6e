import { expect, test } from 'vitest';
import { killIndex } from './kill-index.ts';

test('an index that is killed while it is made is sound, and the next run completes it', {
  timeout: 120_000,
}, async () => {
  expect((await killIndex(2)).problems).toEqual([]);
});
