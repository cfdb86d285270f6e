/** Files that a user names: a pipe or device is refused with a sentence, so that no command waits for somebody who never writes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, MAIN, runCli, testEnvironment } from '../e2e/run-cli.ts';

const root = createFolder({ 'a.js': 'export const a = 1;\n' });
for (const name of ['pipe', 'pipe.json', 'dataset.json', 'advisories.zip', 'config/consensus-review/config.json']) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  execFileSync('mkfifo', [join(root, name)]);
}
const SAID = 'not a regular file; pipes, devices and folders are not read';

test.each([
  ['triage pipe', ['triage', 'pipe']],
  ['triage /dev/zero', ['triage', '/dev/zero']],
  ['evaluate --dataset pipe', ['evaluate', '--dataset', 'pipe']],
  ['evaluate --dataset folder', ['evaluate', '--dataset', '.']],
  ['collect pipe', ['collect', 'pipe']],
  ['collect /dev/zero', ['collect', '/dev/zero']],
  ['--config pipe', ['review', 'a.js', '--config', 'pipe']],
  ['--context pipe', ['review', 'a.js', '--context', 'pipe']],
  ['--context /dev/zero', ['review', 'a.js', '--context', '/dev/zero']],
  ['--diff pipe', ['review', '--diff', 'pipe']],
  ['--replay pipe', ['review', '--replay', 'pipe']],
  ['runs compare pipe.json', ['runs', 'compare', 'pipe.json', 'pipe.json']],
])('%s [TRUST-08]', async (_name, args) => {
  const { code, stderr } = await runCli(args, { cwd: root });
  expect(stderr).toContain(SAID);
  expect(code).toBe(2);
});

test('a database of advisories that is a pipe, or holds one, is not waited for [TRUST-08]', async () => {
  for (const place of ['advisories.zip', 'config']) {
    const { code, stderr } = await runCli(['review', 'a.js', '--no-journal'], {
      cwd: root,
      env: { CONSENSUS_REVIEW_ADVISORY_DATABASE: join(root, place) },
    });
    expect(stderr).toContain('holds no advisory in OSV format');
    expect(code).toBe(2);
  }
});

test("a user's own configuration that is a pipe is not used, which is said [TRUST-08]", async () => {
  const { code, stderr } = await runCli(['review', '--all', '--no-journal'], {
    cwd: createFolder({ 'a.js': 'export const a = 1;\n' }),
    env: { XDG_CONFIG_HOME: join(root, 'config') },
  });
  expect(stderr).toContain(SAID);
  expect(code).toBe(0);
});

test('what a shell hands over is read', () => {
  const place = join(root, 'change.patch');
  writeFileSync(place, '--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-export const b = 1;\n+export const a = 1;\n');
  const command = 'cat "$1" | "$2" "$3" review --diff /dev/stdin -f json --no-journal';
  const answer = execFileSync('sh', ['-c', command, 'sh', place, process.execPath, MAIN], {
    cwd: root,
    env: testEnvironment(),
    stdio: 'pipe',
    encoding: 'utf8',
  });
  expect(JSON.parse(answer)).toMatchObject({ scope: { files: 1 } });
});
