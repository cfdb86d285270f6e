import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGitFixture } from '../../../test/contracts/temporary-repository.ts';
import { parseIndexFile } from './index-file.ts';
import { parseTree } from './trees.ts';

const FILES = {
  'a.ts': 'a\n',
  'src/deep/name-of-a-file.ts': 'b\n',
  'src/deep/name-of-another.ts': 'c\n',
  'src/ä b.ts': 'd\n',
  [`long/${'n'.repeat(200)}`]: 'e\n',
};
type Git = (...args: string[]) => string;

test.each<[string, (git: Git) => void, readonly string[], boolean]>([
  ['version 2', (git) => git('update-index', '--index-version', '2'), [], true],
  ['version 3: left out of the work tree', (git) => git('update-index', '--skip-worktree', 'a.ts'), [], true],
  ['version 4', (git) => git('update-index', '--index-version', '4'), [], true],
  ['ids of SHA-256', () => undefined, ['--object-format=sha256'], true],
  ['a file that is only announced', (git) => git('rm', '-q', '--cached', 'a.ts') + git('add', '-N', 'a.ts'), [], true],
  ['nothing tracked', (git) => git('read-tree', '--empty'), [], true],
  ['a split index', (git) => git('update-index', '--split-index'), [], false],
  ['a sparse index', (git) => git('sparse-checkout', 'set', '--cone', '--sparse-index', 'long'), [], false],
])('%s is read as git lists it, or left to git', async (_name, change, init, isRead) => {
  const { git, path } = createGitFixture(FILES, ...init);
  change(git);
  const bytes = readFileSync(path('.git/index'));
  const listed = await parseTree(git('ls-files', '--stage', '-t', '-z', '--'));
  const read = await parseIndexFile(bytes, init.length > 0 ? 32 : 20);
  expect(read && [...read]).toEqual(isRead ? [...listed] : null);
});

test('a damaged or cut file is read or left to git, and never throws', async () => {
  const { git, path } = createGitFixture(FILES);
  git('update-index', '--index-version', '4');
  const bytes = readFileSync(path('.git/index'));
  for (let end = 0; end < bytes.length; end += 1) {
    const read = await parseIndexFile(bytes.subarray(0, end), 20);
    expect(read?.size ?? Object.keys(FILES).length).toBe(Object.keys(FILES).length);
  }
  const place = fc.nat({ max: bytes.length - 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 }), async (edits) => {
      const damaged = Buffer.from(bytes);
      for (const [at, byte] of edits) damaged[at] = byte;
      const read = await parseIndexFile(damaged, 20);
      expect(read === null || read.size <= Object.keys(FILES).length).toBe(true);
    }),
  );
});
