/** What is said where `latest` finds nothing: a folder without runs is not one with too few. */
import { expect, test } from 'vitest';
import type { StoredRun } from '../protocol/report/stored-run.ts';
import { findStoredRun } from './find-stored-run.ts';

const RUN = { id: '20260101T000000Z-abcdef', root: '/a' } as StoredRun;
const HISTORY = {
  list: async ({ root }: { readonly root?: string | undefined } = {}) =>
    [RUN].filter((run) => root === undefined || run.root === root),
  find: async () => null,
};

test.each([
  ['/b', 'latest', /no run of \/b is stored/u, /`consensus-review review` there first, or choose another folder/u],
  ['/a', 'latest~1', /`latest~1`: \/a has too few runs/u, /Name a newer one/u],
])('%s has no %s', async (root, name, message, advice) => {
  await expect(findStoredRun(HISTORY, name, root)).rejects.toMatchObject({
    code: 'no-run',
    message: expect.stringMatching(message),
    advice: expect.stringMatching(advice),
  });
});
