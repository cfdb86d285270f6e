// Scopes with nothing in them, audits that only a model could complete, and flags and variables that every run takes.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const git = (folder: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: folder });
};

function openRepository(): string {
  const folder = createFolder({
    'a.ts': 'export const a = 1;\n',
    'b.ts': 'export const b = 2;\n',
    '.consensus-reviewignore': 'quiet/\n',
  });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}

const REMOVE = (folder: string): void => rmSync(join(folder, 'a.ts'));
const ADD_IGNORED = (folder: string): void => writeFiles(folder, { 'quiet/x.ts': 'export const x = 1;\n' });
const ADD_LOCK = (folder: string): void => writeFiles(folder, { 'package-lock.json': '{}\n' });
const ADD_VENDORED = (folder: string): void =>
  writeFiles(folder, { 'vendor/a.ts': 'export const a = 1;\n', 'vendor/b/c.ts': '', 'yarn.lock': '' });
const NO_CHANGE = (): void => undefined;
const ADD_UNKNOWN = (folder: string): void => writeFiles(folder, { 'c.swift': 'print(1)\n' });

describe('nothing left in a change [REV-28]', () => {
  test.each([
    ['review', 'a deleted file', REMOVE, 0, '1 deleted file has no text to review'],
    ['audit', 'a deleted file', REMOVE, 0, '1 deleted file has no text to review'],
    ['plan', 'a deleted file', REMOVE, 0, '1 deleted file has no text to review'],
    ['review', 'an ignored file', ADD_IGNORED, 0, '1 file left out: ignored'],
    ['review', 'a lock file', ADD_LOCK, 0, '1 file left out: generated'],
    ['review', 'a vendored folder', ADD_VENDORED, 0, '1 file and 1 folder left out: generated, vendored'],
    ['review', 'no change at all', NO_CHANGE, 0, 'Nothing to review: staged changes'],
    ['review', 'source without an analyzer', ADD_UNKNOWN, 3, 'c.swift'],
  ] as const)('%s of %s', async (...[command, , change, code, told]) => {
    const folder = openRepository();
    change(folder);
    git(folder, 'add', '-A', '--force');
    const answer = await runCli([command, '--staged'], { cwd: folder });
    expect([answer.code, answer.stdout], answer.stderr).toEqual([code, expect.stringContaining(told)]);
    if (code === 0 && command !== 'plan') {
      expect(answer.stderr).toContain('Nothing to review: staged changes has no files to review');
      expect(answer.stdout).toContain('**OK** · complete · nothing to review');
    }
  });

  test('a deleted file that others still import is reported where they import it, in every kind of change', async () => {
    const folder = openRepository();
    writeFiles(folder, { 'c.ts': "import { b } from './b';\nimport { a } from './a';\n\nexport const c = a + b;\n" });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'second');
    git(folder, 'checkout', '-qb', 'work');
    REMOVE(folder);
    const patch = execFileSync('git', ['diff'], { cwd: folder });
    const found = async (...scope: readonly string[]) => {
      const { code, stdout, stderr } = await runCli(['review', ...scope, '-f', 'json'], { cwd: folder });
      const { findings, scope: told }: ReportDocument = JSON.parse(stdout || stderr);
      return [code, told.files, findings.map(({ reported_by: [by], file, line }) => `${by?.rule} ${file}:${line}`)];
    };
    const expected = [0, 1, ['import-of-removed c.ts:2']];
    expect(await found('--base', 'main')).toEqual(expected);
    git(folder, 'add', '-A');
    expect(await found('--staged')).toEqual(expected);
    git(folder, 'commit', '-qm', 'third');
    expect(await found('--commit', 'HEAD')).toEqual(expected);
    git(folder, 'reset', '-q', '--hard', 'HEAD~');
    writeFiles(folder, { 'quiet/change.patch': patch.toString() });
    expect(await found('--diff', 'quiet/change.patch')).toEqual(expected);
  });

  test('paths that match nothing and an empty folder stay 5, unless the user allows it', async () => {
    const folder = openRepository();
    const codes = await Promise.all(
      [['nothing/**'], ['--all', '--include', 'no/**'], ['a.ts', '--reviewers', 'go']].flatMap((scope) =>
        ['review', 'audit'].map(async (command) => {
          if (command === 'audit' && scope.includes('--reviewers')) return [5, 0];
          const refused = await runCli([command, ...scope], { cwd: folder });
          const allowed = await runCli([command, ...scope, '--allow-empty'], { cwd: folder });
          return [refused.code, allowed.code];
        }),
      ),
    );
    expect(codes).toEqual(Array.from({ length: 6 }, () => [5, 0]));
  });
});

describe('an audit without a model [FLOW-04]', () => {
  const audit = async (folder: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCli(['audit', '--all', '-f', 'json', ...args], { cwd: folder });
    const { coverage, complete }: ReportDocument = JSON.parse(stdout);
    return { code, stderr, complete, dimensions: listDimensions(coverage.not_assessed), undone: coverage.not_done };
  };
  const listDimensions = (texts: readonly string[] = []): readonly string[] =>
    texts.flatMap((text) => /^D\d+/u.exec(text)?.[0] ?? []);

  test.each(['quick', 'standard'])('clean code passes in mode %s where its limits are accepted', async (mode) => {
    const folder = createFolder({ 'a.ts': 'export const double = (n: number): number => 2 * n;\n' });
    const strict = await audit(folder, '--mode', mode);
    const accepted = await audit(folder, '--mode', mode, '--accept-not-assessed');
    expect([strict.code, accepted.code, accepted.complete]).toEqual([3, 0, false]);
    expect([accepted.dimensions, accepted.undone]).toEqual([['D2', 'D3', 'D10'], []]);
    expect(accepted.stderr).toContain('exit 0: what was not assessed needs a model, accepted by --accept-not-assessed');
  });

  test('what could have been done and was not is not accepted', async () => {
    const folder = createFolder({
      'a.ts': 'export const double = (n: number): number => 2 * n;\n',
      'b.swift': 'let tool = CommandLine.arguments[1]\n',
      'package.json': '{ "name": "x", "dependencies": { "lodash": "4.17.20" } }\n',
    });
    const { code, undone, stderr } = await audit(folder, '--accept-not-assessed');
    const open = ['D10 Supply chain: versions were not compared with advisories', '1 file was not examined: b.swift'];
    expect([code, undone]).toEqual([3, open]);
    expect(stderr).toContain(`exit 3: incomplete: not done, and no model is needed for it: ${open.join('; ')}`);
  });
});

/** Of INTERFACE.md, with a value each. */
const COMMON_FLAGS = [
  '-C .',
  '--reviewers security',
  '--dimensions D1',
  '--model embedded',
  '--reviewer-model security=embedded',
  '--panel embedded',
  '--fallback embedded',
  '--waves auto',
  '--concurrency 1',
  '--max-tokens 1',
  '--max-cost 1',
  '--deadline 1m',
  '--fail-on high',
  '--allow-partial',
  '--ignore-vetoes',
  '-f json',
  '-o json=x.json',
  '--include x',
  '--exclude x',
  '--config x',
  '--quiet',
  '--verbose',
  '--debug',
  '--no-color',
  '--yes',
  '--trust-repository',
  '--min-agreement 1',
  '--record x',
  '--replay x',
  '--database postgresql://x/y',
  '--context x',
  '--verify auto',
  '--history',
  '--accept-not-assessed',
  '--allow-empty',
]; // prettier-ignore

test.each(['review', 'audit', 'plan'])('%s accepts every common flag', async (command) => {
  const seen: string[] = [];
  const silent = { stdout: { write: () => undefined }, stderr: { write: () => undefined } };
  const program = await createProgram('0', silent, (name) => seen.push(name), command);
  program.parse([command, ...COMMON_FLAGS.flatMap((flag) => flag.split(' '))], { from: 'user' });
  expect(seen).toEqual([command]);
});

test('an audit answers to no issue and says so', async () => {
  const folder = createFolder({ 'a.ts': 'export const a = 1;\n', 'issue.md': '- it works\n' });
  const { stdout } = await runCli(['audit', '--all', '--context', 'issue.md', '-f', 'json'], { cwd: folder });
  const { warnings }: ReportDocument = JSON.parse(stdout);
  expect(warnings).toContain(
    '⚠️ nobody read issue.md (--context): an audit looks for weaknesses and answers to no issue',
  );
});

test('a misspelt variable is reported with the one that was meant', async () => {
  const folder = createFolder({ 'a.ts': 'export const a = 1;\n' });
  const env = { CONSENSUS_REVIEW_FAILON: 'high', CONSENSUS_REVIEW_PRICES: '{}', CONSENSUS_REVIEW_QQ: '1' };
  const { code, stdout, stderr } = await runCli(['review', '--all', '-f', 'json'], { cwd: folder, env });
  const { warnings }: ReportDocument = JSON.parse(stdout);
  expect([code, warnings]).toEqual([
    0,
    [
      '⚠️ CONSENSUS_REVIEW_FAILON is not read: no setting has this name; did you mean CONSENSUS_REVIEW_FAIL_ON?',
      '⚠️ CONSENSUS_REVIEW_PRICES is not read: this key is set in the configuration file only',
      '⚠️ CONSENSUS_REVIEW_QQ is not read: no setting has this name',
    ],
  ]);
  expect(stderr).toContain('did you mean CONSENSUS_REVIEW_FAIL_ON?');
});
