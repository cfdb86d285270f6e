import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createAnalysisCache } from './analysis-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'analysis-cache-place-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'repository/state'), { recursive: true });
symlinkSync(join(root, 'repository/state'), join(root, 'link'));

test.each<[string, string, boolean]>([
  ['beside the repository', 'state', true],
  ['in the repository', 'repository/state', false],
  ['in the repository, not made yet', 'repository/new/deeper', false],
  ['a link into the repository', 'link', false],
  ['the repository itself', 'repository', false],
])('a state folder %s', (_, folder, isUsed) => {
  const cache = createAnalysisCache(join(root, folder), join(root, 'repository'));
  cache?.put('words', 'a.ts', 'x', 'y');
  cache?.close();
  expect(cache?.get('words', 'a.ts', 'x') ?? null).toBe(isUsed ? 'y' : null);
  cache?.close();
  expect(existsSync(join(root, folder, 'analysis-1.sqlite'))).toBe(isUsed);
});
