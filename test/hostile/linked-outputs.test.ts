/** Links of a repository with the names of what the user has written: no file elsewhere is overwritten through them (CWE-59). */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGitFixture } from '../contracts/temporary-repository.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const PRECIOUS = 'precious\n';
const CONFIG = 'consensus-review.config.json';

/** A repository in which every name of a report leads to a file of the user, and `out/` to a folder. */
function plant() {
  const away = createFolder({ 'own.txt': PRECIOUS });
  const fixture = createGitFixture({ 'src/a.ts': 'export const a = 1;\n', 'sub/b.ts': '' });
  for (const name of ['report.json', 'events.jsonl', 'run.recording', CONFIG])
    symlinkSync(join(away, 'own.txt'), fixture.path(name));
  symlinkSync(away, fixture.path('out'));
  symlinkSync('.git/config', fixture.path('inside.json'));
  return { fixture, away };
}

test.each([
  ['a report', ['review', 'src', '-o', 'json=report.json']],
  [
    'a report at the root of the repository, from a folder beneath it',
    ['review', '-C', 'sub', '--all', '-o', 'json=report.json'],
  ],
  ['a report by its whole path', ['review', 'src', '-o', 'json={root}/report.json']],
  ['a report in a linked folder', ['review', 'src', '-o', 'sarif=out/own.txt']],
  ['a report over the files of git', ['review', 'src', '-o', 'json=inside.json']],
  ['events', ['review', 'src', '-o', 'jsonl=events.jsonl']],
  ['a recording', ['review', 'src', '--record', 'run.recording']],
  ['a plan', ['plan', 'src', '-o', 'json=report.json']],
  ['a configuration', ['init', '--force']],
])('%s is not written through a link of the repository', async (_name, args) => {
  const { fixture, away } = plant();
  const before = readFileSync(fixture.path('.git/config'), 'utf8');
  const { code, stderr } = await runCli(
    args.map((arg) => arg.replace('{root}', fixture.root)),
    { cwd: fixture.root },
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('is a link in the reviewed folder')]);
  expect(readFileSync(join(away, 'own.txt'), 'utf8')).toBe(PRECIOUS);
  expect(readFileSync(fixture.path('.git/config'), 'utf8')).toBe(before);
});

test('a link of the user that lies elsewhere is followed, and a plain file is replaced', async () => {
  const { fixture } = plant();
  fixture.remove(CONFIG);
  const own = createFolder({ 'real.json': '' });
  symlinkSync(join(own, 'real.json'), join(own, 'link.json'));
  writeFileSync(fixture.path('old.json'), 'old');
  const { code } = await runCli(['review', 'src', '-o', `json=${join(own, 'link.json')}`, '-o', 'json=old.json'], {
    cwd: fixture.root,
  });
  expect(code).toBe(0);
  for (const path of [join(own, 'real.json'), fixture.path('old.json')])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ verdict: 'OK' });
});
