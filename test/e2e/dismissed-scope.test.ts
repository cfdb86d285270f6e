/** What a user does with findings does not change what is looked at: a dismissal is no work on the code, a deadline no success. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from './run-cli.ts';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, encoding: 'utf8' });

const route = (name: string): string => `app.get('/${name}', (req, res) => eval(req.query.${name}));\n`;

test('a plain review after a dismissal still reviews the whole folder, and vetoes for what is left [SUPP-01]', async () => {
  const cwd = createFolder({ 'a.js': route('a'), 'b.js': route('b') });
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'x');
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const review = async () => {
    const { stdout, code } = await runCli(['-f', 'json'], { cwd, env });
    const { findings } = JSON.parse(stdout) as ReportDocument;
    return { code, grave: findings.filter(({ severity }) => severity === 'CRITICAL') };
  };
  const before = await review();
  expect([before.code, before.grave.map(({ file }) => file)]).toEqual([1, ['a.js', 'b.js']]);
  await runCli(['dismiss', before.grave[0]?.fingerprint ?? '', '--reason', 'a sandbox'], { cwd, env });
  const after = await review();
  expect([after.code, after.grave.map(({ file, status }) => `${file} ${status}`)]).toEqual([
    1,
    ['b.js confirmed', 'a.js suppressed'],
  ]);
});

test('nothing reviewed is no success, whatever is allowed [HOST-09]', async () => {
  const cwd = createFolder({ 'a.js': route('a') });
  const { code, stderr } = await runCli(['review', '--all', '--deadline', '1ms', '--allow-partial'], { cwd });
  expect([code, stderr]).toEqual([3, expect.stringContaining('nothing was reviewed, which no flag allows')]);
});
