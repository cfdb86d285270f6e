import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createFolder, runCli } from './run-cli.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/coordinators');
const MAIN = join(import.meta.dirname, '../../src/cli/bin.js');
const program = (name: string, ...args: readonly string[]): readonly string[] => [
  '--',
  process.execPath,
  join(FIXTURES, name),
  ...args,
];
const loop = (cwd: string, ...args: readonly string[]) => runCli(['signal', 'loop', ...args], { cwd });
const SIGNAL = readFileSync(join(import.meta.dirname, '../golden/signals/envelope.txt'), 'utf8').replace(
  'requires_continuation: true',
  'requires_continuation: false',
);

describe('a program that does its work in several iterations', () => {
  test('is run until no continuation is required, told each time where it stands [PARSE-07, COMPLY-10, COMPLY-12]', async () => {
    const cwd = createFolder();
    const { code, stdout, stderr } = await loop(cwd, ...program('phases.mjs', '3'));
    expect(stderr.split('\n').filter((line) => !line.startsWith('iteration '))).toEqual([
      'phase 1 is done, told: 1 0 0 false ',
      'Iteration complete: Completed Wave 1 (Phase 1) with 4 tasks. Context: 3%. Next: Phase 2.',
      'Work remaining: [2, 3]',
      'Context usage: 3%',
      'Continuing to next iteration...',
      'phase 2 is done, told: 2 [2, 3] 3 false topic/checkpoint.json',
      'Iteration complete: Completed Wave 2 (Phase 1,2) with 8 tasks. Context: 6%. Next: Phase 3.',
      'Work remaining: [3]',
      'Context usage: 6%',
      'Continuing to next iteration...',
      'phase 3 is done, told: 3 [3] 6 false topic/checkpoint.json',
      'Workflow complete: Completed final Wave 3 (Phase 1-3) with 12 tasks. Context: 9%. Next: COMPLETE.',
      'Context usage: 9%',
      '',
    ]);
    expect(stdout).toMatch(/^Complete after 3 iterations: no continuation is required\n/u);
    expect(code).toBe(0);
  });

  test('a password in the address of a command is not said', async () => {
    const address = 'postgresql://reviewer:kept/p@ss@db.example:5432/reviews';
    const { stderr } = await loop(createFolder(), ...program('phases.mjs', '1', '1', address));
    expect(stderr).toContain('postgresql://reviewer@db.example:5432/reviews\n');
    expect(stderr).not.toContain('p@ss');
  });

  test('25 iterations save at least 96 percent against full summaries [COMPLY-16]', async () => {
    const { code, stdout } = await loop(createFolder(), '--quiet', '-f', 'json', ...program('phases.mjs', '25', '2'));
    const { iterations, context } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(iterations).toBe(25);
    expect(context.reduction_percent).toBeGreaterThanOrEqual(96);
    expect(context.signal_tokens).toBeLessThan(25 * 280);
  });

  test('is told of a checkpoint at 70 and halted at 85 with exit 3 [COMPLY-13, SIG-08]', async () => {
    const { code, stdout, stderr } = await loop(createFolder(), ...program('phases.mjs', '9', '24'));
    expect(stderr).toContain('Checkpoint: the context usage reached 70%; see topic/checkpoint.json\n');
    expect(stderr).toContain('phase 4 is done, told: 4 [4, 5, 6, 7, 8, 9] 72 true topic/checkpoint.json\n');
    expect(stdout).toContain('Halted after 4 iterations: the context is exhausted\n');
    expect(code).toBe(3);
  });

  test('can be limited, and its last signal handed on', async () => {
    const { code, stdout } = await loop(
      createFolder(),
      '--max-iterations',
      '2',
      '--quiet',
      '-f',
      'signal',
      ...program('phases.mjs', '5'),
    );
    expect(stdout).toMatch(/^IMPLEMENTATION_COMPLETE: 2\nplan_file: topic\/plan\.md\n/u);
    expect(code).toBe(3);
  });
});

describe('the full summary', () => {
  test('is shown with --debug alone [COMPLY-11, COMPLY-15]', async () => {
    const clean = await loop(createFolder(), ...program('phases.mjs', '2'));
    expect(clean.stderr).not.toContain('Full summary');
    const debug = await loop(createFolder(), '--debug', ...program('phases.mjs', '2'));
    expect(debug.stderr.match(/# Full summary \d/gu)).toEqual(['# Full summary 2']);
  });

  const secret = 'nobody is to read this';

  test.each([
    ['an absolute path', (outside: string) => join(outside, 'summary.md')],
    ['a way upwards', (outside: string) => `../${outside.split('/').at(-1)}/summary.md`],
    ['a link', () => 'link.md'],
    ['a folder that is a link', () => 'linked/summary.md'],
  ])('is not opened outside the folder: %s', async (_, name) => {
    const outside = createFolder({ 'summary.md': secret });
    const cwd = createFolder({ 'out.txt': SIGNAL.replace(/^summary_path: .*$/mu, `summary_path: ${name(outside)}`) });
    symlinkSync(join(outside, 'summary.md'), join(cwd, 'link.md'));
    symlinkSync(outside, join(cwd, 'linked'));
    const refused = await loop(cwd, '--debug', ...program('say.mjs', 'out.txt'));
    expect(refused.stderr).toContain('was not opened: it is outside the folder of the loop and of the topic\n');
    expect(refused.stdout + refused.stderr).not.toContain(secret);
    const allowed = await loop(cwd, '--debug', '--topic', outside, ...program('say.mjs', 'out.txt'));
    expect(allowed.stderr).toContain(secret);
  });

  test('is neither a folder nor a pipe', async () => {
    const cwd = createFolder({ 'out.txt': SIGNAL.replace(/^summary_path: .*$/mu, 'summary_path: topic') });
    mkdirSync(join(cwd, 'topic'));
    expect((await loop(cwd, '--debug', ...program('say.mjs', 'out.txt'))).stderr).toContain('was not opened');
  });
});

describe('programs that fail', () => {
  test('one that cannot be started is a wrong call', async () => {
    const { code, stderr } = await loop(createFolder(), '--', './no-such-program');
    expect(code).toBe(2);
    expect(stderr).toContain('no-such-program');
  });

  test('one without a signal ends with 4', async () => {
    const cwd = createFolder({ 'out.txt': 'I am done.\n' });
    const { code, stdout, stderr } = await loop(cwd, ...program('say.mjs', 'out.txt', '1'));
    expect(code).toBe(4);
    expect(stderr).toContain('warning: the program ended with exit 1\nwarning: the output holds no signal\n');
    expect(stdout).toBe('Failed after 1 iteration: the output holds no signal\n');
  });

  test('one that ends badly after a good signal is followed all the same', async () => {
    const cwd = createFolder({ 'out.txt': SIGNAL });
    expect((await loop(cwd, ...program('say.mjs', 'out.txt', '1'))).code).toBe(3);
  });

  test('one that prints without end is stopped', async () => {
    const { code, stdout } = await loop(
      createFolder(),
      '--quiet',
      '--',
      process.execPath,
      '-e',
      "for (;;) require('node:fs').writeSync(1, 'x'.repeat(60000))",
    );
    expect(stdout).toBe('Failed after 0 iterations: the program was stopped: more than 20000000 bytes printed\n');
    expect(code).toBe(4);
  });

  test('one that never ends is stopped in time, with what it started', async () => {
    const cwd = createFolder();
    const { code, stdout } = await loop(cwd, '--timeout', '1s', ...program('hang.mjs'));
    expect(stdout).toBe('Failed after 0 iterations: the program was stopped: no end within 1 s\n');
    expect(code).toBe(4);
    await expectEnd(cwd);
  });
});

/** None where a busy machine had not started them before they were stopped. */
const areAlive = (cwd: string): readonly number[] =>
  (existsSync(join(cwd, 'hang.pid')) ? readFileSync(join(cwd, 'hang.pid'), 'utf8') : '')
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));

/** A process that was killed takes a moment to be gone; nobody waits for those that a child had started. */
const expectEnd = (cwd: string): Promise<void> =>
  vi.waitFor(() => expect(areAlive(cwd)).toEqual([]), { timeout: 60_000, interval: 20 });

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the program and ends with 130', async (signal) => {
  const cwd = createFolder();
  const child = spawn(process.execPath, [MAIN, 'signal', 'loop', ...program('hang.mjs')], { cwd, stdio: 'pipe' });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes('hanging')) child.kill(signal);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(stdout).toBe('Interrupted after 0 iterations: interrupted\n');
  expect(code).toBe(130);
  await expectEnd(cwd);
});

test.each([
  [['--halt-at', '0'], '--halt-at 0: expected a whole number from 1 to 100'],
  [['--max-iterations', 'many'], '--max-iterations many: expected a whole number from 1 to 10000'],
  [['--checkpoint-at', '90'], '--checkpoint-at 90 lies above --halt-at 85'],
  [['--timeout', 'soon'], '--timeout soon: expected a duration'],
])('%j is refused before anything runs', async (flags, message) => {
  const cwd = createFolder();
  const { code, stderr } = await loop(cwd, ...flags, ...program('phases.mjs', '1'));
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(existsSync(join(cwd, 'topic'))).toBe(false);
});

describe('runs of ours are coordinators', () => {
  const FLAW = {
    'a.ts': "import { exec } from 'node:child_process';\nexport const run = (name: string) => exec(name);\n",
  };
  const REVIEW = ['--', process.execPath, MAIN, 'review', '--all', '--quiet', '-f', 'signal'];
  const AUDIT = ['--', process.execPath, MAIN, 'audit', '--yes', '--quiet', '-f', 'signal'];
  const follow = (state: string, ...args: readonly string[]) =>
    runCli(['signal', 'loop', ...args], { cwd: createFolder(FLAW), env: { CONSENSUS_REVIEW_STATE_DIR: state } });

  test('the loop follows the signal of a review', async () => {
    const { code, stderr } = await loop(createFolder({ 'a.ts': 'export const answer = 42;\n' }), ...REVIEW);
    expect(stderr).toMatch(
      /^Workflow complete: Completed final Wave 1 \(Phase 1-4\) with \d tasks\. Context: \d+%\. Next: COMPLETE\.$/mu,
    );
    expect(code).toBe(0);
  });

  test.each([
    ['review', REVIEW],
    ['audit', AUDIT],
  ])(
    'a driven %s keeps its files in its folder; the summary is opened with --debug alone [SIG-19, COMPLY-15]',
    async (_, command) => {
      const state = join(createFolder(), 'state');
      const clean = await follow(state, '-f', 'json', ...command);
      const { signal, context, summary_opened } = JSON.parse(clean.stdout);
      expect([summary_opened, context.full_estimated]).toEqual([null, true]);
      expect(clean.stderr).not.toContain('## Work Status');
      expect(signal.topic_path).toMatch(new RegExp(`^${join(realpathSync(state), 'runs')}/[^/]+$`, 'u'));
      expect(signal.phase_count).toBe(signal.phases_completed.length);
      for (const key of ['plan_file', 'summary_path', 'checkpoint_path']) {
        expect(dirname(signal[key])).toBe(signal.topic_path);
        expect(statSync(signal[key]).mode & 0o077).toBe(0);
      }
      expect(JSON.parse(readFileSync(signal.checkpoint_path, 'utf8')).run).toBe(basename(signal.topic_path));
      const debug = await follow(state, '--debug', '-f', 'json', ...command);
      const opened = JSON.parse(debug.stdout);
      expect(opened.summary_opened).toBe(opened.signal.summary_path);
      expect(debug.stderr.match(/^ {2}## Work Status$/gmu)).toHaveLength(1);
      const again = await runCli(
        ['report', basename(opened.signal.topic_path), '-f', 'summary', '--fail-on', 'never', '--allow-partial'],
        {
          env: { CONSENSUS_REVIEW_STATE_DIR: state },
        },
      );
      expect(again.stdout).toBe(readFileSync(opened.signal.summary_path, 'utf8'));
    },
  );

  test('its folder goes with the run; by itself a run prints a bare signal and keeps none [SIG-19]', async () => {
    const state = createFolder();
    await follow(state, '--quiet', ...REVIEW);
    expect(readdirSync(join(state, 'runs'))).toHaveLength(1);
    const env = { CONSENSUS_REVIEW_STATE_DIR: state };
    const bare = await runCli(REVIEW.slice(3), { cwd: createFolder(FLAW), env });
    expect(bare.stdout).toMatch(/^coordinator_type: implementer\n/u);
    expect(bare.stdout).not.toContain('_path:');
    expect(readdirSync(join(state, 'runs'))).toHaveLength(1);
    await runCli(['runs', 'prune', '--keep', '0', '--yes'], { env });
    expect(readdirSync(join(state, 'runs'))).toEqual([]);
  });

  test('an end with work left is told from one that is done, with its exit code', async () => {
    const cwd = createFolder({ 'out.txt': SIGNAL });
    const { code, stdout, stderr } = await loop(cwd, ...program('say.mjs', 'out.txt'));
    expect(stdout).toMatch(/^Ended after 1 iteration: no continuation is required, but work remains\n/u);
    expect(stderr).toMatch(/^exit 3: no continuation is required, but work remains$/mu);
    expect(code).toBe(3);
  });
});
