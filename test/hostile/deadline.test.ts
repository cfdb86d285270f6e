/** `--deadline` ends a command whose scope does not come to an end, and what was started to read it. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { runUntilDeadline } from '../e2e/run-until-deadline.ts';

/** A git that says who it is and never answers. */
function createSilentGit(): { readonly path: string; readonly pids: () => readonly number[] } {
  const folder = createFolder({ git: '#!/bin/sh\necho $$ >> "$(dirname "$0")/pids"\nexec sleep 300\n' });
  chmodSync(join(folder, 'git'), 0o755);
  const written = join(folder, 'pids');
  return {
    path: `${folder}${delimiter}${process.env.PATH}`,
    pids: () => (existsSync(written) ? readFileSync(written, 'utf8').trim().split('\n').map(Number) : []),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const REPOSITORY = { 'a.ts': 'export const a = 1;\n', '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': '' };

const WITHOUT_POSIX = process.platform === 'win32';

test.skipIf(WITHOUT_POSIX).each([
  [['review', '--all'], 'the run was stopped while the scope was read'],
  [['audit', '--all'], 'the run was stopped while the scope was read'],
  [['plan', '--all'], 'planning was stopped while the scope was read (--deadline): 0 files are counted'],
  [['plan', 'audit', '--all'], 'planning was stopped while the scope was read (--deadline): 0 files are counted'],
])('%j ends with its deadline though git never answers, and git with it [TRUST-08]', async (args, warning) => {
  const git = createSilentGit();
  const cwd = createFolder({ ...REPOSITORY, '.git/objects/x': '', '.git/refs/x': '' });
  const call = [...args, '-f', 'json', '--quiet', '--deadline', '50s'];
  const { code, stdout } = await runUntilDeadline(call, { cwd, env: { PATH: git.path } }, () => git.pids().length > 0);
  const document = JSON.parse(stdout);
  expect({ code, complete: document.complete }).toEqual({ code: 3, complete: false });
  expect(document.warnings.join('\n')).toContain(warning);
  expect(git.pids().length).toBeGreaterThan(0);
  await expect.poll(() => git.pids().filter(isAlive)).toEqual([]);
});

test.skipIf(WITHOUT_POSIX)(
  'a run that its deadline ended does not wait for the disk, and is stored all the same',
  async () => {
    const git = createSilentGit();
    const cwd = createFolder({ ...REPOSITORY, '.git/objects/x': '', '.git/refs/x': '' });
    const state = createFolder({});
    const env = { PATH: git.path, CONSENSUS_REVIEW_STATE_DIR: state };
    const call = ['review', '--all', '-f', 'json', '--quiet', '--deadline', '50s'];
    const { stdout } = await runUntilDeadline(call, { cwd, env }, () => git.pids().length > 0);
    const logs = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-wal'));
    // A log that is folded into its file takes the disk with it: half a minute where others have written much.
    expect(logs.map((name) => [dirname(name), statSync(join(state, name)).size > 0])).toEqual([
      ['.', true],
      ['index', true],
    ]);
    const { run } = JSON.parse(stdout);
    const listed = await runCli(['runs', 'list', '-f', 'json'], { cwd, env: { CONSENSUS_REVIEW_STATE_DIR: state } });
    expect(JSON.parse(listed.stdout).runs).toMatchObject([{ id: run.id, status: 'interrupted' }]);
  },
);

test.skipIf(WITHOUT_POSIX)('a plan that a deadline cut is accepted with --allow-partial', async () => {
  const cwd = createFolder({ ...REPOSITORY, '.git/objects/x': '', '.git/refs/x': '' });
  const call = ['plan', '--all', '-f', 'json', '--deadline', '50s', '--allow-partial'];
  const git = createSilentGit();
  const { code, stdout } = await runUntilDeadline(call, { cwd, env: { PATH: git.path } }, () => git.pids().length > 0);
  expect([code, JSON.parse(stdout).complete]).toEqual([0, false]);
});
