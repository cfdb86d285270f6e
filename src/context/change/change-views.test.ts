import { expect, test } from 'vitest';
import { createOutlineSource } from '../../analyzers/outline/outline-source.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { formatView } from '../tools/show-change.ts';
import { createChangeViews } from './change-views.ts';
import { findRemoved } from './removed-lines.ts';

const RULES = { include: [], exclude: [], ignoreLines: ['private/'], maxFileBytes: 1_000_000 };

test('a file that the project keeps from its reviewers is not shown, though an index still names it', async () => {
  const call = 'import { charge } from "../src/charge.ts";\nexport const canary = () => charge(1);\n';
  const files = {
    'src/charge.ts': `export function charge(n: number) {\n  return n + 1;\n}\n${'export const x = 1;\n'.repeat(40)}`,
    'src/open.ts': call.replace('canary', 'shown'),
    'private/keys.ts': call,
  };
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const results = ['private/keys.ts', 'src/open.ts'].map((filePath) => ({ filePath, startLine: 1, endLine: 2 }));
  const views = createChangeViews({
    ...{ snapshot, redacted: snapshot, openOutline: async () => createOutlineSource() },
    search: () => ({ results }) as never,
  });
  const view = await views({ path: 'src/charge.ts', language: 'typescript', changed: [{ start: 2, end: 2 }] }, 'full');
  expect(view?.related.map(({ path, range }) => [path, range])).toEqual([['src/open.ts', { start: 1, end: 2 }]]);
});

test('removed lines cost no more than a change may: few, and cut where they are long', () => {
  const kept = Array.from({ length: 100 }, (_, i) => `kept ${i}`);
  const before = kept.flatMap((line) => [line, ...Array.from({ length: 10 }, (_, i) => `${'x'.repeat(9000)} ${i}`)]);
  const removed = findRemoved(before, kept);
  const told = [...removed.values()].flat();
  expect(told.filter((line) => line.startsWith('x'))).toHaveLength(400);
  expect(told.filter((line) => line === '[10 more removed lines]')).toHaveLength(60);
  const shown = [{ start: 1, end: kept.length }];
  const text = formatView({ path: 'a.ts', lines: kept, changed: [], shown, removed, outline: [], related: [] });
  expect(text.length).toBeLessThan(1_000_000);
  expect(text).toContain('-\tx');
});
