/** Golden comments as they are published, and what is not that format. */
import { expect, test } from 'vitest';
import { readDataset } from './dataset.ts';

const PULL = {
  pr_title: 'Import of packages',
  url: 'https://github.com/calcom/cal.com/pull/8087',
  comments: [{ comment: 'The promise is not awaited.', severity: 'High' }, { comment: 'A name.' }],
};
const read = (data: unknown) => readDataset(JSON.stringify(data));

test('a file of golden comments is a dataset: labels without places, a checkout for each pull request', () => {
  const label = { path: null, start_line: null, end_line: null };
  expect(read([PULL])).toMatchObject({
    kind: 'dataset',
    dataset: {
      name: 'martian',
      changes: [
        {
          id: 'calcom/cal.com/pull/8087',
          repository: 'calcom/cal.com/pull/8087',
          base: 'base',
          head: 'head',
          labels: [
            { ...label, severity: 'High', note: 'The promise is not awaited.' },
            { ...label, severity: null, note: 'A name.' },
          ],
        },
      ],
    },
  });
});

test.each([
  ['no pull request', []],
  ['an address elsewhere', [{ ...PULL, url: 'https://github.com/../../pull/1' }]],
  ['no comments', [{ ...PULL, comments: undefined }]],
  ['a comment without words', [{ ...PULL, comments: [{ severity: 'Low' }] }]],
  ['the same twice', [PULL, PULL]],
])('%s is refused with a reason', (_name, data) => {
  expect(read(data)).toEqual({ kind: 'unusable', reason: expect.stringMatching(/\w/u) });
});
