/** `fix`: repairs of rules and linters as one diff, applied to a clean tree and reviewed again; the same data in SARIF and rdjson. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const FILES = {
  'app.py': [
    'import requests',
    'import yaml',
    '',
    '',
    'def load(text):',
    '    return yaml.load(text, Loader=yaml.Loader)',
    '',
    '',
    'def fetch(address):',
    '    return requests.get(address, timeout=5, verify=False)',
    '',
  ].join('\n'),
  'client.go': 'package client\n\nimport "crypto/tls"\n\nvar config = &tls.Config{InsecureSkipVerify: true}\n',
  'read.me.md': '# Title\n\nSee (the guide)[https://example.com] now.\n',
  'other.py': 'answer = 42\n',
};

/** Would lose its mark, or its encoding. */
const LOAD = 'import yaml\n\n\ndef load(text):\n    return yaml.load(text, Loader=yaml.Loader)\n';
const BROKEN = 'x\n+++ b|other.py';
const ODD = {
  [BROKEN]: Buffer.from(LOAD),
  'mark.py': Buffer.from(`\ufeff${LOAD}`),
  'latin.py': Buffer.from(`# caf\u00e9\n${LOAD}`, 'latin1'),
};

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, encoding: 'utf8' });

test('a diff of all mechanical repairs, which git applies; --apply wants a clean tree, reviews again and ends with a signal [REV-28]', async () => {
  const cwd = createFolder();
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const run = (...args: readonly string[]) => runCli(args, { cwd, env });
  writeFiles(cwd, FILES);
  for (const [name, bytes] of Object.entries(ODD)) writeFileSync(join(cwd, name), bytes);
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'x');
  await run('review', '--all', '-f', 'json');
  const shown = await run('fix');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('+    return yaml.safe_load(text)');
  expect(shown.stdout).toContain('verify=True');
  expect(shown.stdout).toContain('+var config = &tls.Config{InsecureSkipVerify: false}');
  expect(shown.stdout).toContain('[the guide](https://example.com)');
  expect(shown.stdout).not.toMatch(/^\+\+\+ b\|other/mu);
  expect(shown.stdout).not.toContain('answer = 42');
  expect(shown.stderr).toContain('not in UTF-8 without a byte order mark');
  expect(git(cwd, 'status', '--porcelain')).toBe('');
  writeFiles(cwd, { 'repairs.diff': shown.stdout });
  git(cwd, 'apply', '--check', 'repairs.diff');
  const refused = await run('fix', '--apply');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('repairs.diff')]);
  execFileSync('rm', [join(cwd, 'repairs.diff')]);
  const sarif = JSON.parse((await run('report', 'latest', '-f', 'sarif')).stdout);
  expect(JSON.stringify(sarif.runs[0].results.map(({ fixes }: { fixes?: unknown }) => fixes))).toContain(
    'yaml.safe_load(text)',
  );
  expect((await run('report', 'latest', '-f', 'rdjson')).stdout).toContain('"text": "yaml.safe_load(text)"');
  const config = join(createFolder(), 'model.json');
  writeFileSync(config, JSON.stringify({ model: 'openai/gpt-5' }));
  const applied = await run('fix', '--apply', '--config', config);
  expect(applied.code).toBe(0);
  expect(applied.stderr).toContain('coordinator_type: repair');
  expect(applied.stderr).toContain('validation_status: "passed"');
  expect(readFileSync(join(cwd, 'app.py'), 'utf8')).toContain('yaml.safe_load(text)');
  expect(git(cwd, 'diff', '--name-only').trim().split('\n')).toEqual([
    'app.py',
    'client.go',
    'read.me.md',
    JSON.stringify(BROKEN),
  ]);
  git(cwd, 'commit', '-qam', 'y');
  const again = await run('fix');
  expect([again.stdout, again.stderr]).toEqual(['', expect.stringContaining('have changed since the run')]);
  expect((await run('fix', 'H-99')).code).toBe(2);
});
