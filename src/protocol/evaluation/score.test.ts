import { expect, test } from 'vitest';
import { readDataset } from './dataset.ts';
import { type EvaluatedRun, scoreChange, scoreRuns } from './score.ts';

const label = (path: string | null, start: number | null, note = 'x') => ({
  path,
  start_line: start,
  end_line: start,
  severity: null,
  note,
});
const at = (path: string, line: number, title = 'y') => ({ path, startLine: line, endLine: line, title });

test.each([
  ['the same line', [at('a', 5)], [label('a', 5)], [1, 0]],
  ['three lines off', [at('a', 8)], [label('a', 5)], [1, 0]],
  ['four lines off', [at('a', 9)], [label('a', 5)], [0, 1]],
  ['another file', [at('b', 5)], [label('a', 5)], [0, 1]],
  ['two findings on one label', [at('a', 5), at('a', 6)], [label('a', 5)], [1, 0]],
  ['one finding on two labels', [at('a', 5)], [label('a', 4), label('a', 6)], [2, 0]],
  ['a label of a whole file', [at('a', 99)], [label('a', null)], [1, 0]],
  [
    'words, where there is no place',
    [at('a', 1, 'Async callbacks in forEach are not awaited')],
    [label(null, null, 'forEach with async callbacks: nothing is awaited')],
    [1, 0],
  ],
  ['other words', [at('a', 1, 'The password is logged')], [label(null, null, 'forEach with async callbacks')], [0, 1]],
  ['nothing found', [], [label('a', 5)], [0, 0]],
] as const)('a finding meets a label by place or words: %s', (_name, findings, labels, [found, falseAlarms]) => {
  expect(scoreChange(findings, labels)).toEqual({ found, falseAlarms, labels: labels.length });
});

test('budgets are scored apart, in ascending order; a review that failed misses its labels', () => {
  const run = (budgetTokens: number | null, more: Partial<EvaluatedRun> = {}): EvaluatedRun => ({
    ...{ change: 'c', budgetTokens, findings: [at('a', 5), at('a', 50)], tokens: 10, costUsd: 0.5, ms: 500 },
    ...{ model: 'm', unpricedCalls: 0 },
    ...{ isComplete: true, error: null, ...more },
  });
  const runs = [run(null), run(100, { findings: [], isComplete: false, error: 'no' }), run(null, { change: 'd' })];
  const scores = scoreRuns(runs, (change) => (change === 'c' ? [label('a', 5)] : []));
  expect(
    scores.map(({ budgetTokens, found, labels, falseAlarms, failed }) => [
      budgetTokens,
      found,
      labels,
      falseAlarms,
      failed,
    ]),
  ).toEqual([
    [100, 0, 1, 0, 1],
    [null, 1, 1, 3, 0],
  ]);
  expect(scores[1]).toMatchObject({
    precision: 0.25,
    recall: 1,
    f1: 0.4,
    coverage: 1,
    tokens: 20,
    costUsd: 1,
    seconds: 1,
  });
});

test.each([
  ['no JSON', '{', 'it is not JSON'],
  ['another schema', '{"schema":"x"}', 'schema'],
  [
    'neither commit nor range',
    '{"schema":"consensus-review/evaluation-dataset@1","name":"n","changes":[{"id":"a","labels":[]}]}',
    'either commit',
  ],
  [
    'two changes of one id',
    '{"schema":"consensus-review/evaluation-dataset@1","name":"n","changes":[{"id":"a","commit":"1","labels":[]},{"id":"a","commit":"2","labels":[]}]}',
    'two changes have the id "a"',
  ],
])('a text that is no dataset is unusable, with the reason: %s', (_name, text, reason) => {
  expect(readDataset(text)).toMatchObject({ kind: 'unusable', reason: expect.stringContaining(reason) });
});

test('of aacr-bench, accepted comments on the new text are labels', () => {
  const comment = { path: 'a.ts', side: 'right', from_line: 3, to_line: 5, accepted: true, note: 'n' };
  const pull = { url: 'u', repo: 'o/r', head_commit: 'h', base_commit: 'b' };
  const comments = [comment, { ...comment, side: 'left' }, { ...comment, accepted: false }];
  const reading = readDataset(JSON.stringify({ source: 'alibaba/aacr-bench', pulls: [{ ...pull, comments }] }));
  expect(reading).toMatchObject({
    kind: 'dataset',
    dataset: {
      changes: [{ base: 'b', head: 'h', repository: 'o/r', labels: [{ path: 'a.ts', start_line: 3, end_line: 5 }] }],
    },
  });
});
