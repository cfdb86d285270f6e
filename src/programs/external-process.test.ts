import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { withPrivateFolder } from '../analyzers/external/external-folder.ts';
import { createEnvironment, findProgram, type ProgramCall, runProgram } from './external-process.ts';

function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'external-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writeProgram(folder: string, name: string, body: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

const RUNNING = new AbortController().signal;
const run = (program: string, said: Partial<ProgramCall> = {}, signal = RUNNING) =>
  runProgram(
    {
      program,
      args: [],
      cwd: tmpdir(),
      environment: createEnvironment(program, tmpdir()),
      timeoutMs: 10_000,
      maxOutputBytes: 10_000,
      ...said,
    },
    signal,
  );

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // What has ended but was not yet collected by the system has no command line.
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

test('arguments arrive as they are, whatever they look like', async () => {
  const program = writeProgram(createFolder(), 'tool', 'printf "%s|" "$@"; cat; echo oops >&2; exit 3');
  const args = ['a b', '$(id)', ';ls', "'", '--x=*'];
  expect(await run(program, { args, input: 'in' })).toEqual({
    kind: 'ended',
    exitCode: 3,
    stdout: `${args.join('|')}|in`,
    stderr: 'oops',
  });
});

test('the environment holds no key, no proxy and no home of the user', async () => {
  process.env.SECRET_API_KEY = 'k';
  onTestFinished(() => {
    delete process.env.SECRET_API_KEY;
  });
  const program = writeProgram(createFolder(), 'tool', 'env');
  const end = await run(program, { environment: createEnvironment(program, '/private') });
  const names = end.kind === 'ended' ? end.stdout.split('\n').map((line) => line.split('=')[0]) : [];
  expect(names.filter((name) => !/^(?:_|PWD|SHLVL|OLDPWD)?$/u.test(name ?? '')).sort()).toEqual([
    'HOME',
    'LC_ALL',
    'NO_COLOR',
    'PATH',
    'PYTHONDONTWRITEBYTECODE',
    'PYTHONUSERBASE',
    'TMPDIR',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
  ]);
  expect(end).toMatchObject({ stdout: expect.stringContaining('HOME=/private\n') });
});

test.each([
  ['time', { timeoutMs: 300 }, RUNNING, 'no end within 0.3 s'],
  ['the user', {}, () => AbortSignal.timeout(300), 'aborted'],
] as const)('%s ends the program and everything it started', async (_who, said, signal, reason) => {
  const folder = createFolder();
  const pids = join(folder, 'pids');
  const program = writeProgram(folder, 'tool', `sleep 60 & echo $! > ${pids}; echo $$ >> ${pids}; wait`);
  const end = await run(program, said, typeof signal === 'function' ? signal() : signal);
  expect(end).toEqual({ kind: 'stopped', reason });
  await wait(100);
  const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  expect(started.length).toBe(2);
  expect(started.filter(isAlive)).toEqual([]);
});

test('a child that outlives its parent and holds the output open is ended, too', async () => {
  const folder = createFolder();
  const program = writeProgram(folder, 'tool', `sleep 60 & echo $! > ${join(folder, 'pid')}; echo done`);
  const started = performance.now();
  expect(await run(program)).toMatchObject({ kind: 'ended', exitCode: 0, stdout: 'done\n' });
  expect(performance.now() - started).toBeLessThan(30_000);
  await wait(100);
  expect(isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
});

test('output without end is stopped at the limit', async () => {
  const program = writeProgram(createFolder(), 'tool', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxx; done');
  expect(await run(program)).toEqual({ kind: 'stopped', reason: 'more than 10000 bytes printed' });
});

test('a program that cannot be started is an answer, not an exception', async () => {
  expect(await run('/none/such')).toMatchObject({ kind: 'not-started', reason: expect.stringContaining('ENOENT') });
  expect(await run('/bin/true', {}, AbortSignal.abort())).toEqual({ kind: 'stopped', reason: 'aborted' });
});

test('a program inside the reviewed folder is never found, not even through a link or a relative entry', () => {
  const base = createFolder();
  const root = join(base, 'repository');
  writeProgram(join(root, 'bin'), 'semgrep', 'exit 0');
  const good = writeProgram(join(base, 'tools'), 'semgrep', 'exit 0');
  symlinkSync(join(root, 'bin'), join(base, 'linked'));
  const find = (...folders: string[]) => findProgram('semgrep', folders.join(':'), root);
  expect(find(join(root, 'bin'))).toBeNull();
  expect(find(join(base, 'linked'))).toBeNull();
  expect(find('.', 'bin', '')).toBeNull();
  expect(find(join(root, 'bin'), join(base, 'tools'))).toBe(good);
  expect(findProgram('semgrep', undefined, root)).toBeNull();
  chmodSync(good, 0o644);
  expect(find(join(base, 'tools'))).toBeNull();
});

test('a private folder takes contained paths only, for this user alone, and disappears', async () => {
  let kept = '';
  const seen = await withPrivateFolder(async (folder) => {
    kept = folder.files;
    const placed = [];
    for (const path of ['a/b.py', '../x', '/none/x', 'a/../../x', '', '.', 'a/b.py', 'nul\0', 'x'.repeat(300)])
      placed.push(await folder.place({ path, text: 'x' }));
    const { statSync } = await import('node:fs');
    const modes = [folder.files, join(folder.files, 'a/b.py')].map((path) => (statSync(path).mode & 0o777).toString(8));
    return {
      placed,
      modes,
      located: ['a/b.py', './a/b.py', `${folder.files}/a/b.py`, '/etc/passwd', '..'].map(folder.locate),
    };
  });
  expect(seen).toEqual({
    placed: [true, false, false, false, false, false, false, false, false],
    modes: ['700', '600'],
    located: ['a/b.py', 'a/b.py', 'a/b.py', null, null],
  });
  await expect(
    withPrivateFolder(async ({ files }) => {
      kept = files;
      throw new Error('x');
    }),
  ).rejects.toThrow('x');
  expect(() => readFileSync(join(kept, '..'))).toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32')('memory ends the program', async () => {
  const grow =
    'const kept = Array.from({ length: 40 }, () => Buffer.alloc(10_000_000, 1)); setTimeout(() => kept, 60_000)';
  expect(await run(process.execPath, { args: ['-e', grow], maxMemoryMb: 300, timeoutMs: 30_000 })).toEqual({
    kind: 'stopped',
    reason: 'more than 300 MB of memory used',
  });
});
