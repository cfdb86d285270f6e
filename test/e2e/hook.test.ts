// `hook stop` and `hook pre-commit` on real repositories: what a coding agent or who commits is told, once, and that nothing else is said.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, MAIN, runCli, testEnvironment, writeFiles } from './run-cli.ts';

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const RUNS_COMMAND = (name: string): string =>
  `const { exec } = require('node:child_process');\nexports.${name} = (req, res) => {\n  exec('ls ' + req.query.${name});\n};\n`;

/** A branch with a finding that was there before. */
function createRepository(): string {
  const folder = createFolder({ 'src/old.js': RUNS_COMMAND('old') });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  git(folder, 'checkout', '-qb', 'work');
  return folder;
}

const QUIET = { code: 0, stdout: '', stderr: '' };

describe('hook stop', () => {
  const stop = (folder: string, event: Readonly<Record<string, unknown>> = {}, ...args: readonly string[]) =>
    runCli(['hook', 'stop', ...args], {
      input: JSON.stringify({ hook_event_name: 'Stop', stop_hook_active: false, cwd: folder, ...event }),
    });

  test('hands each introduced finding back once, whatever the agent does next [HOST-09]', async () => {
    const folder = createRepository();
    expect(await stop(folder), 'nothing changed').toEqual(QUIET);
    writeFiles(folder, { 'src/old.js': `${RUNS_COMMAND('old')}exports.version = 2;\n`, 'notes.txt': 'hello\n' });
    expect(await stop(folder), 'nothing introduced').toEqual(QUIET);

    writeFiles(folder, { 'src/a.js': RUNS_COMMAND('a') });
    expect(await stop(folder, { stop_hook_active: true }), 'the agent goes on because of a hook').toEqual(QUIET);
    const told = await stop(folder);
    expect(told).toMatchObject({ code: 2, stdout: '' });
    expect(told.stderr).toMatch(/^consensus-review: 1 finding in what changed \(high or above\)\./u);
    expect(told.stderr).toContain('CRITICAL src/a.js:3 ');
    expect(told.stderr).not.toContain('src/old.js');
    expect(await stop(folder), 'said once').toEqual(QUIET);
    writeFiles(folder, { 'src/a.js': `\n${RUNS_COMMAND('a')}` });
    expect(await stop(folder), 'the same finding on another line').toEqual(QUIET);

    writeFiles(folder, { 'src/b.js': RUNS_COMMAND('b') });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'the agent commits before it stops');
    const second = await stop(folder);
    expect(second.code, second.stderr).toBe(2);
    expect(second.stderr).toContain('src/b.js:3 ');
    expect(second.stderr).not.toContain('src/a.js');
    expect(await stop(folder)).toEqual(QUIET);

    const fingerprint = /Fingerprint: ([0-9a-f]{16})/u.exec(second.stderr)?.[1] ?? '';
    const dismissed = await runCli(['dismiss', fingerprint, '--reason', 'no user reaches it'], { cwd: folder });
    expect(dismissed.stdout, dismissed.stderr).toContain('in src/b.js)');
  });

  test('as JSON findings are an answer, and the recipe of the docs never ends with 2', async () => {
    const folder = createRepository();
    writeFiles(folder, { 'src/a.js': RUNS_COMMAND('a') });
    const told = await stop(folder, {}, '--json');
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(told.stdout)).toEqual({ decision: 'block', reason: expect.stringContaining('src/a.js:3 ') });
    expect(await stop(folder, {}, '--json'), 'said once').toEqual(QUIET);

    const recipe = /"command": "(consensus-review hook stop[^"]*)"/u.exec(
      readFileSync('docs/coding-agents.md', 'utf8'),
    )?.[1];
    const bin = createFolder({ 'consensus-review': '#!/bin/sh\necho "unknown command" >&2\nexit 2\n' });
    chmodSync(join(bin, 'consensus-review'), 0o755);
    for (const command of [recipe ?? '', (recipe ?? '').replace('hook', 'hok')]) {
      const { status } = spawnSync('/bin/sh', ['-c', command], { env: { PATH: bin }, input: '{}' });
      expect(status, command).toBe(1);
    }
  });

  test('from the level on, no more than fit into one message, the rest at the next change', async () => {
    const folder = createRepository();
    const many = Array.from({ length: 23 }, (_, i) => RUNS_COMMAND(`f${i}`).split('\n').slice(1).join('\n'));
    writeFiles(folder, {
      'src/many.js': `const { exec } = require('node:child_process');\n${many.join('')}`,
      'src/hash.js':
        "exports.hash = (password) => require('node:crypto').createHash('md5').update(password).digest('hex');\nexports.token = () => Math.random().toString(36);\n",
    });
    const critical = await stop(folder, {}, '--fail-on', 'critical');
    expect(critical.stderr.match(/^CRITICAL /gmu)).toHaveLength(20);
    expect(critical.stderr).toContain('3 more; all of them: consensus-review review --base ');
    const rest = await stop(folder, {}, '--fail-on', 'critical');
    expect([rest.code, rest.stderr.match(/^[A-Z]+ src/gmu)?.length]).toEqual([2, 3]);
    expect(await stop(folder, {}, '--fail-on', 'critical')).toEqual(QUIET);
    const lower = await stop(folder, {}, '--fail-on', 'low');
    expect(lower.stderr).toMatch(/^(?:MEDIUM|LOW|HIGH) src\/hash\.js:/mu);
    expect(lower.stderr).not.toContain('src/many.js');
  });

  test.each([
    ['no event', 'hello', 'standard input is not the JSON of a Stop event'],
    ['a list', '[]', 'standard input is not the JSON of a Stop event'],
    ['nothing', '', 'standard input is not the JSON of a Stop event'],
    ['a folder that is gone', JSON.stringify({ cwd: '/nowhere/at/all' }), '/nowhere/at/all'],
    ['no git', JSON.stringify({ cwd: createFolder({ 'a.js': RUNS_COMMAND('a') }) }), 'git'],
  ])('%s: the user is told, and the agent is not held', async (_name, input, expected) => {
    const { code, stdout, stderr } = await runCli(['hook', 'stop'], { input });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(expected);
  });

  test.each([
    [['hook', 'stop', '--fail-on', 'hgih']],
    [['hook', 'stop', '--nonsense']],
    [['hook', 'stop', 'more']],
    [['hook', 'stopp']],
    [['hok', 'stop']],
    [['-C', '.', 'hookk', 'subagent']],
    [['-C', '.', 'hook', 'stop', '--config']],
  ])('%j: a mistake in the settings of the hook holds no agent', async (args) => {
    const { code, stdout, stderr } = await runCli(args, { input: '{"stop_hook_active":true}' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: /u);
  });

  test('neither does a Node that is too old', () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })";
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, MAIN, 'hook', 'stop'],
      { input: '{"stop_hook_active":true}', encoding: 'utf8', env: testEnvironment() },
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining('this is Node 20.1.0')]);
  });

  test('an event without an end is not read to its end', async () => {
    const { code, stderr } = await runCli(['hook', 'stop'], { input: `"${'x'.repeat(17_000_000)}` });
    expect([code, stderr]).toEqual([1, expect.stringContaining('more than 16 MB')]);
  });

  test('what went wrong is said without secrets', async () => {
    const folder = createRepository();
    const token = ['gh', 'p_AAAA', '0123456789AbCdEfGhIjKlMnOpQrStUv'].join('');
    writeFiles(folder, { 'consensus-review.config.json': `{ "${token}": 1 }` });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'a token in the wrong place');
    writeFiles(folder, { 'src/a.js': 'exports.a = 1;\n' });
    const { code, stderr } = await stop(folder, {}, '--config', join(folder, 'consensus-review.config.json'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('unknown key "[redacted:')]);
    expect(stderr).not.toContain(token);
  });

  test('a state folder in the repository is not believed, and yet each finding is handed back once', async () => {
    const folder = createRepository();
    writeFiles(folder, { 'src/a.js': RUNS_COMMAND('a'), '.gitignore': 'state\n' });
    const stopIn = (state: string) =>
      runCli(['hook', 'stop'], {
        input: JSON.stringify({ cwd: folder }),
        env: { CONSENSUS_REVIEW_STATE_DIR: state },
      });
    const outside = createFolder();
    expect((await stopIn(outside)).code).toBe(2);
    // It says that everything was told.
    cpSync(outside, join(folder, 'state'), { recursive: true });
    expect((await stopIn(join(folder, 'state'))).code).toBe(2);
    expect(await stopIn(join(folder, 'state'))).toEqual(QUIET);
  });
});

describe('hook pre-commit', () => {
  test('staged findings stop a commit, deletions and clean files pass without a word [HOST-09]', async () => {
    const folder = createRepository();
    const gate = (...args: readonly string[]) => runCli(['hook', 'pre-commit', ...args], { cwd: folder });
    writeFiles(folder, { 'src/clean.js': 'exports.one = 1;\n' });
    git(folder, 'add', '-A');
    expect(await gate()).toEqual(QUIET);
    writeFiles(folder, { 'src/a.js': RUNS_COMMAND('a') });
    expect(await gate(), 'not staged').toEqual(QUIET);
    git(folder, 'add', '-A');
    let fingerprint = '';
    for (const _time of [1, 2]) {
      const refused = await gate();
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(
        '1 finding in what is staged (high or above). Commit all the same: git commit --no-verify',
      );
      expect(refused.stderr).toContain('CRITICAL src/a.js:3 ');
      fingerprint = /Fingerprint: ([0-9a-f]{16})/u.exec(refused.stderr)?.[1] ?? '';
    }
    const stopped = await runCli(['hook', 'stop'], { input: JSON.stringify({ cwd: folder }) });
    expect(stopped.stderr, 'an agent hears of it all the same').toContain(fingerprint);
    const dismissed = await runCli(['dismiss', fingerprint, '--reason', 'no user reaches it'], { cwd: folder });
    expect(dismissed.stdout, dismissed.stderr).toContain('in src/a.js)');
    expect(await gate(), 'dismissed').toEqual(QUIET);
    git(folder, 'reset', '-q', '--hard');
    git(folder, 'rm', '-q', 'src/old.js');
    expect(await gate(), 'a deletion').toEqual(QUIET);
    writeFiles(folder, { 'run.bat': '@echo off\n' });
    git(folder, 'add', 'run.bat');
    const partial = await gate();
    expect([partial.code, partial.stdout]).toEqual([3, '']);
    expect(partial.stderr).toContain('something in scope was not reviewed (run.bat). ');
    expect(partial.stderr).toContain('To let such commits pass: hook pre-commit --allow-partial');
    expect(await gate('--allow-partial')).toEqual(QUIET);
  });

  test('what is about to be committed is reviewed from the index that GIT_INDEX_FILE names, wherever it lies', async () => {
    const folder = createRepository();
    const elsewhere = createFolder();
    const index = join(elsewhere, 'index');
    const gate = (file: string) => runCli(['hook', 'pre-commit'], { cwd: folder, env: { GIT_INDEX_FILE: file } });
    cpSync(join(folder, '.git/index'), index);
    writeFiles(folder, { 'src/a.js': RUNS_COMMAND('a') });
    execFileSync('git', ['add', 'src/a.js'], { cwd: folder, env: { ...testEnvironment(), GIT_INDEX_FILE: index } });
    expect(await gate('.git/index')).toEqual(QUIET);
    expect(await gate(index)).toMatchObject({ code: 1, stderr: expect.stringContaining('CRITICAL src/a.js:3 ') });
    mkdirSync(join(elsewhere, 'folder'));
    expect(await gate(join(elsewhere, 'folder'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('GIT_INDEX_FILE'),
    });
  });

  test.each([
    ['the folder itself', (folder: string) => folder],
    [
      'a link to it',
      (folder: string) => {
        const link = join(createFolder(), 'link');
        symlinkSync(folder, link);
        return link;
      },
    ],
  ])(
    'what `git commit -a` is about to commit is reviewed, though it is not in the usual index: in %s',
    (_name, enter) => {
      const folder = createRepository();
      const way = enter(folder);
      const hooks = createFolder();
      writeFiles(hooks, { 'pre-commit': `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" hook pre-commit\n` });
      chmodSync(join(hooks, 'pre-commit'), 0o755);
      writeFiles(folder, {
        'src/old.js': `${RUNS_COMMAND('old')}${RUNS_COMMAND('more').split('\n').slice(1).join('\n')}`,
      });
      const commit = (): string =>
        execFileSync(
          'git',
          [
            '-c',
            'user.name=t',
            '-c',
            'user.email=t@example.org',
            '-c',
            `core.hooksPath=${hooks}`,
            'commit',
            '-qam',
            'x',
          ],
          { cwd: way, env: { ...testEnvironment(), PWD: way }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
        );
      expect(commit).toThrow(/src\/old\.js:6/u);
    },
  );
});
