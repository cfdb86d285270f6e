import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, MAIN, runCli, testEnvironment } from './run-cli.ts';

const plain = { 'src/a.ts': 'export const one = 1;\n' };
const isRoot = process.getuid?.() === 0;

describe('mistakes end with their exit code and say what to do', () => {
  const cases: readonly (readonly [
    name: string,
    files: Record<string, string>,
    args: readonly string[],
    code: number,
    says: RegExp,
  ])[] = [
    ['an unknown flag', plain, ['review', '--frobnicate'], 2, /unknown option.*--frobnicate/su],
    ['a path that does not exist', plain, ['review', 'src/missing.ts'], 2, /does not exist.*src\/missing\.ts/su],
    ['a path outside the root', plain, ['review', '../other'], 2, /outside the root/u],
    ['an absolute path outside the root', plain, ['review', '/etc/hostname'], 2, /outside the root/u],
    ['a root that does not exist', plain, ['review', '-C', 'nowhere'], 2, /nowhere/u],
    ['a glob that matches nothing', plain, ['review', 'lib/**/*.py'], 5, /Nothing in scope/u],
    ['an empty folder', {}, ['review', '--all'], 5, /Nothing in scope/u],
    ['two scopes at once', plain, ['review', 'src', '--staged'], 2, /paths and --staged/u],
    ['--head without --base', plain, ['review', '--head', 'x'], 2, /--head needs --base/u],
    ['a git scope without git', plain, ['review', '--staged'], 2, /needs a git repository/u],
    ['an unknown format', plain, ['review', 'src', '-f', 'pdf'], 2, /pdf/u],
    ['a colon for the sign', plain, ['review', 'src', '-o', 'sarif:a.json'], 2, /-o sarif=a\.json/u],
    ['an output without a format', plain, ['review', 'src', '-o', 'report.json'], 2, /FORMAT=PATH/u],
    ['a wrong level', plain, ['review', 'src', '--fail-on', 'awful'], 2, /fail-on/u],
    [
      'dimensions that nobody of the reviewers looks at',
      plain,
      ['review', '--all', '--dimensions', 'D1', '--reviewers', 'code-quality'],
      2,
      /code-quality-reviewer has none\. Add security-reviewer or vulnerability-reviewer to --reviewers/u,
    ],
    ['a wrong duration', plain, ['review', 'src', '--deadline', 'soon'], 2, /deadline/u],
    ['a wrong number of waves', plain, ['review', 'src', '--waves', '0'], 2, /waves/u],
    ['an unknown reviewer', plain, ['review', 'src', '--reviewers', 'plumber'], 2, /plumber/u],
    ['a model of nobody', plain, ['review', 'src', '--model', 'acme/large'], 2, /acme/u],
    [
      'an unknown key in the configuration',
      { ...plain, 'consensus-review.config.json': '{ "fail_onn": "high" }' },
      ['review', 'src'],
      2,
      /fail_onn.*consensus-review\.config\.json|consensus-review\.config\.json.*fail_onn/su,
    ],
    [
      'a configuration that is no JSON',
      { ...plain, 'consensus-review.config.json': '{ "model": ' },
      ['review', 'src'],
      2,
      /consensus-review\.config\.json:1:\d+/u,
    ],
    [
      'thresholds out of order',
      {
        ...plain,
        'consensus-review.config.json': '{ "progressive_summarization": { "full_analysis_threshold": 0.97 } }',
      },
      ['plan', 'src'],
      2,
      /full_analysis_threshold/u,
    ],
    ['a configuration file that is not there', plain, ['review', 'src', '--config', 'other.json'], 2, /other\.json/u],
    [
      'a custom reviewer without a description',
      { ...plain, '.consensus-review/reviewers/house.md': '---\nname: house-rules\n---\nCheck the house rules.\n' },
      ['plan', 'src'],
      2,
      /house\.md.*description/su,
    ],
    ['a patch that is none', plain, ['review', '--diff', 'src/a.ts'], 2, /patch/u],
    ['a patch file that is not there', plain, ['review', '--diff', 'x.patch'], 2, /x\.patch/u],
    ['an input of collect that is not there', plain, ['collect', 'x.txt'], 2, /x\.txt/u],
    ['a shell nobody knows', plain, ['completion', 'tcsh'], 2, /tcsh/u],
  ];
  test.concurrent.each(cases)('%s', async (...[, files, args, code, says]) => {
    const result = await runCli(args, { cwd: createFolder(files) });
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
    expect(result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/\n\s+at .*\.ts/u);
  });
});

describe('files that cannot be reviewed stay in the report with a reason', () => {
  test('binary, huge, broken links, links that lead outside', async () => {
    const folder = createFolder({
      ...plain,
      'logo.bin': new Uint8Array([0, 1, 2, 0]),
      'huge.ts': 'x'.repeat(1_100_000),
    });
    symlinkSync('nowhere.ts', join(folder, 'broken.ts'));
    symlinkSync('/etc/hostname', join(folder, 'outside.ts'));
    const result = await runCli(['review', '--all', '-f', 'json'], { cwd: folder });
    const report = JSON.parse(result.stdout);
    expect(report.scope.ignored).toEqual([
      { path: 'broken.ts', reason: 'unreadable' },
      { path: 'huge.ts', reason: 'too-large' },
      { path: 'logo.bin', reason: 'binary' },
      { path: 'outside.ts', reason: 'outside-root' },
    ]);
    expect({ code: result.code, complete: report.complete }).toEqual({ code: 3, complete: false });
  });

  test.skipIf(isRoot)('unreadable files (skipped for root, who can read everything)', async () => {
    const folder = createFolder({ ...plain, 'secret.ts': 'export {};\n' });
    chmodSync(join(folder, 'secret.ts'), 0);
    const report = JSON.parse((await runCli(['review', '--all', '-f', 'json'], { cwd: folder })).stdout);
    expect(report.scope.ignored).toEqual([{ path: 'secret.ts', reason: 'unreadable' }]);
  });
});

test('whoever stops reading the progress changes nothing about the exit code', async () => {
  const cwd = createFolder(plain);
  const args = [MAIN, 'review', '--all', '--deadline', 'nonsense'];
  const child = spawn(process.execPath, args, { cwd, env: testEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([2, null]);
});

test('whoever stops reading the report is not told that nothing was found', async () => {
  const cwd = createFolder(plain);
  const args = [MAIN, 'review', '--all', '-f', 'json', '--quiet'];
  const child = spawn(process.execPath, args, { cwd, env: testEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([141, null]);
});
