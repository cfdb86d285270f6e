import { expect, test } from 'vitest';
import type { Assignment, Driver, ReviewEvent, ReviewTools } from '../../../ports/driver.ts';
import { completed } from '../../../testing/scripted-driver.ts';
import { shareAnalyzers } from './shared-analyzers.ts';

const OUTCOME: ReviewEvent = { kind: 'outcome', outcome: completed };

function open() {
  const seen: string[] = [];
  const driver: Driver = {
    name: 'embedded',
    hasContext: false,
    async *review({ reviewer, files }) {
      seen.push([reviewer.name, ...files.map(({ path }) => path)].join(' '));
      await Promise.resolve();
      for (const { path } of files) yield { kind: 'file-done', path };
      yield OUTCOME;
    },
  };
  const shared = shareAnalyzers(driver);
  const review = async (reviewer: string, paths: readonly string[], signal = new AbortController().signal) => {
    const assignment = {
      reviewer: { name: reviewer },
      files: paths.map((path) => ({ path })),
    } as unknown as Assignment;
    const events: ReviewEvent[] = [];
    for await (const event of shared.review(assignment, {} as ReviewTools, {} as never, signal)) events.push(event);
    return events;
  };
  return { seen, review };
}

test('models of one reviewer share one run of its analyzers, others have their own', async () => {
  const { seen, review } = open();
  const [first, second] = await Promise.all([review('a', ['x', 'y']), review('a', ['x', 'y'])]);
  expect(second).toEqual(first);
  expect(first).toEqual([{ kind: 'file-done', path: 'x' }, { kind: 'file-done', path: 'y' }, OUTCOME]);
  await review('b', ['x', 'y']);
  await review('a', ['x']);
  expect(seen).toEqual(['a x y', 'b x y', 'a x']);
});

test('a run that was interrupted is made again', async () => {
  const { seen, review } = open();
  await review('a', ['x'], AbortSignal.abort());
  await review('a', ['x']);
  expect(seen).toEqual(['a x', 'a x']);
});
