/** `--history`: secrets of all commits, each once, at the commit that added it. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePastTexts } from '../../src/repository/git/history.ts';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, encoding: 'utf8' }).trim();

function commit(cwd: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  writeFiles(cwd, files);
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'x', '--allow-empty');
  return git(cwd, 'rev-parse', 'HEAD').slice(0, 12);
}

/** Not written in one piece, so that nobody finds it here. */
const token = (letter: string): string => ['gh', 'p_', letter.repeat(4), '0123456789AbCdEfGhIjKlMnOpQrStUv'].join('');

const GONE = `const token = '${token('A')}';`;
const KEPT = `const token = '${token('B')}';`;
const SIDE = `const token = '${token('C')}';`;

interface Report {
  readonly complete: boolean;
  readonly warnings: readonly string[];
  readonly findings: readonly {
    readonly file: string;
    readonly line: number;
    readonly reported_by: readonly { rule: string }[];
  }[];
}

test('a secret that a later commit removed is found at the commit that added it, once, without its value', async () => {
  const cwd = createFolder();
  git(cwd, 'init', '-q', '-b', 'main');
  commit(cwd, { 'app.js': 'export const a = 1;\n', 'picture.bin': Uint8Array.of(0, 1, 2, 0) });
  const added = commit(cwd, { 'old/config.js': `// settings\n${GONE}\n`, 'kept.js': `${KEPT}\n` });
  commit(cwd, { 'old/config.js': `// moved\n// down\n  ${GONE}\n` });
  commit(cwd, { 'other.js': `call({ user: 'x', key: '${token('A')}' }); // the same\n` });
  git(cwd, 'checkout', '-q', '-b', 'side');
  const aside = commit(cwd, { 'side.js': `${SIDE}\n` });
  git(cwd, 'checkout', '-q', 'main');
  for (const name of ['old/config.js', 'other.js']) rmSync(join(cwd, name));
  commit(cwd, {});

  const review = async (
    ...args: readonly string[]
  ): Promise<{ readonly code: number | null; readonly report: Report; readonly text: string }> => {
    const { code, stdout } = await runCli(['review', '--all', '-f', 'json', '--fail-on', 'never', ...args], { cwd });
    return { code, report: JSON.parse(stdout), text: stdout };
  };
  const show = ({ findings }: Report): readonly string[] =>
    findings.map(({ file, line }) => `${file}:${line}`).toSorted();
  expect(show((await review()).report)).toEqual(['kept.js:1']);
  const { code, report, text } = await review('--history');
  expect(show(report)).toEqual(['kept.js:1', `old/config.js@${added}:2`, `side.js@${aside}:1`].toSorted());
  expect([code, report.complete]).toEqual([0, true]);
  for (const letter of ['A', 'B', 'C']) expect(text).not.toContain(token(letter));
  const planned = await runCli(['plan', '--all', '--history', '-f', 'json'], { cwd });
  expect(JSON.parse(planned.stdout).scope.files).toBe(4);

  const shallow = createFolder();
  git(shallow, 'clone', '-q', '--depth', '1', `file://${cwd}`, '.');
  const cut = await runCli(['review', '--all', '--history', '-f', 'json', '--fail-on', 'never'], { cwd: shallow });
  expect([cut.code, JSON.parse(cut.stdout).complete]).toEqual([3, false]);
  expect(JSON.parse(cut.stdout).warnings.join('\n')).toContain('this is a shallow clone');
});

test('a file that is named like a text of the history is reviewed all the same [TRUST-03]', async () => {
  const cwd = createFolder();
  git(cwd, 'init', '-q', '-b', 'main');
  const added = commit(cwd, { 'a.js': `${GONE}\n` });
  commit(cwd, { 'a.js': 'export const a = 1;\n', [`a.js@${added}`]: `#!/usr/bin/env node\n${KEPT}\n` });
  const { stdout } = await runCli(['review', '--all', '--history', '-f', 'json', '--fail-on', 'never'], { cwd });
  const { findings }: Report = JSON.parse(stdout);
  expect(findings.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual([
    `a.js@${added}:2`,
    `a.js@${added}@:1`,
  ]);
});

test('private keys begin with the same line, and each is found', async () => {
  const key = (letter: string): string =>
    [
      ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
      ...Array.from({ length: 8 }, (_, row) => `MIIC${letter.repeat(30)}${row}qL7vXw2Zt9KpR4sD8fGhJ3mN6bV`),
      ['-----END RSA', 'PRIVATE KEY-----'].join(' '),
      '',
    ].join('\n');
  const cwd = createFolder();
  git(cwd, 'init', '-q', '-b', 'main');
  const first = commit(cwd, { 'a.pem': key('A'), 'kept.pem': key('C') });
  const second = commit(cwd, { 'b.pem': key('B') });
  commit(cwd, { 'again.pem': key('A').replaceAll('\n', '\r\n') });
  for (const name of ['a.pem', 'b.pem', 'again.pem']) rmSync(join(cwd, name));
  commit(cwd, {});
  const { stdout } = await runCli(['review', '--all', '--history', '-f', 'json', '--fail-on', 'never'], { cwd });
  const { findings }: Report = JSON.parse(stdout);
  expect(findings.map(({ file }) => file).toSorted()).toEqual([`a.pem@${first}`, `b.pem@${second}`, 'kept.pem']);
});

test('workers of a fleet have no history to search: refused, not left out', async () => {
  const cwd = createFolder({ 'app.js': 'export const a = 1;\n' });
  const { code, stderr } = await runCli(['review', '--all', '--history', '--database', 'postgres://127.0.0.1:1/x'], {
    cwd,
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--history')]);
});

test.each(['review', 'audit', 'plan'])(
  'without git there is no history: %s is refused, not called complete',
  async (command) => {
    const cwd = createFolder({ 'app.js': 'export const a = 1;\n' });
    const { code, stdout, stderr } = await runCli([command, '--all', '--history', '-f', 'json'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--history: there are no commits to search.');
    expect(stderr).toContain('leave out --history');
  },
);

const ID = 'a'.repeat(40);
const OID = 'b'.repeat(40);
test.each([
  ['nothing', '', []],
  ['garbage', 'commit x\0:1 2\0\0:::', []],
  [
    'a file',
    `commit ${ID}\0\n:000000 100644 ${'0'.repeat(40)} ${OID} A\0x y\0`,
    [{ commit: ID, path: 'x y', oid: OID }],
  ],
  [
    'a path like a commit',
    `commit ${ID}\0\n:000000 100644 ${'0'.repeat(40)} ${OID} A\0commit ${OID}\0`,
    [{ commit: ID, path: `commit ${OID}`, oid: OID }],
  ],
  ['a link', `commit ${ID}\0\n:000000 120000 ${'0'.repeat(40)} ${OID} A\0x\0`, []],
  ['a path that is cut', `commit ${ID}\0\n:000000 100644 ${'0'.repeat(40)} ${OID} A`, []],
])('output of git log: %s', (_, output, expected) => {
  expect(parsePastTexts(output, '')).toEqual(expected);
});
