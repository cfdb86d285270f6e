import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createFolder } from '../../test/e2e/run-cli.ts';
import type { Selection } from '../ports/repository.ts';
import { createRepository } from '../repository/repository.ts';
import { nameScope } from './name-scope.ts';

test('a run is called the same while it is open and when it has ended', { timeout: 30_000 }, async () => {
  const root = createFolder({ 'a.ts': 'export const a = 1;\n' });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root }).toString();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'a');
  const sha = git('rev-parse', 'HEAD').slice(0, 12);
  const patch = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-export const a = 0;\n+export const a = 1;\n';
  const selections: readonly Selection[] = [
    { kind: 'all' },
    { kind: 'paths', patterns: ['a.ts', '.'] },
    { kind: 'staged' },
    { kind: 'commit', revision: sha },
    { kind: 'range', base: 'main', head: null },
    { kind: 'range', base: 'main', head: 'HEAD' },
    { kind: 'patch', text: patch, origin: 'x.diff' },
  ];
  await using repository = await createRepository({ root });
  for (const include of [[], ['*.ts', 'lib/**']]) {
    const rules = { include, exclude: [], ignoreLines: [], maxFileBytes: 1000 };
    for (const selection of selections)
      expect(nameScope(selection, rules)).toBe((await repository.open(selection, rules)).selection);
  }
});
