import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LoopbackProvider, LoopbackReply } from '../../src/testing/index.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import {
  comparable,
  countTwice,
  manyFiles,
  type RunningCli,
  startCli,
  startSlowProvider,
  untilAsked,
} from './interrupted-run.ts';
import { type CliResult, createFolder, runCli, startCommand, writeFiles } from './run-cli.ts';
import { runUntilDeadline } from './run-until-deadline.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const MODEL = 'openai-compatible/loopback';
const REVIEW = ['review', '--all', '--model', MODEL, '-f', 'json', '--quiet', '--reviewers', 'security,code-quality'];
const FILES = manyFiles(9, 90);
const SMALL = { 'src/a.ts': 'export const a = (input: string) => query(input);\nexport const b = 2;\n' };

interface Bench {
  readonly provider: LoopbackProvider;
  readonly cwd: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
  /** In a process that can be killed. */
  start(...args: readonly string[]): RunningCli;
  run(...args: readonly string[]): Promise<CliResult>;
}

async function openBench(files: Readonly<Record<string, string>>, latencyMs = 15): Promise<Bench> {
  const provider = await startSlowProvider(latencyMs);
  providers.push(provider);
  const cwd = createFolder(files);
  const state = createFolder();
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: state };
  const start = (...args: readonly string[]): RunningCli => startCli(args, cwd, env);
  return { provider, cwd, state, env, start, run: (...args) => runCli(args, { cwd, env }) };
}

/** The deadline comes when the provider was asked so often. */
const runPastDeadline = ({ provider, cwd, env }: Bench, asked: number, ...args: readonly string[]) =>
  runUntilDeadline(args, { cwd, env }, () => provider.requests.length >= asked);

const rmIn = (folder: string, name: string): void => rmSync(join(folder, name), { force: true });

const editStore = (state: string, statement: string): void => {
  const database = new DatabaseSync(join(state, 'runs-1.sqlite'));
  database.exec(statement);
  database.close();
};

describe('a review with a model, in several turns', { timeout: 180_000 }, () => {
  let whole: CliResult;
  let calls = 0;
  beforeAll(async () => {
    const bench = await openBench(FILES, 0);
    whole = await bench.run(...REVIEW);
    calls = bench.provider.requests.length;
    expect(JSON.parse(whole.stdout).complete).toBe(true);
  }, 60_000);

  test('killed twice, it gives the same report when it is resumed, and pays for no recorded call again', async () => {
    const bench = await openBench(FILES);
    for (const [args, asked] of [
      [REVIEW, 5],
      [['resume'], 11],
    ] as const) {
      const cli = bench.start(...args);
      await untilAsked(bench.provider, asked, cli);
      cli.kill('SIGKILL');
      expect((await cli.ended).signal).toBe('SIGKILL');
    }
    const { code, stdout } = await bench.run('resume');
    expect(code).toBe(whole.code);
    expect(comparable(stdout)).toEqual(comparable(whole.stdout));
    const { run, usage } = JSON.parse(stdout);
    expect(run.resumed).toBe(2);
    const twice = countTwice(bench.provider.requests);
    expect(twice).toBeLessThanOrEqual(4);
    expect(usage.repeated_calls).toBeGreaterThanOrEqual(twice);
    expect(usage.repeated_calls).toBeLessThanOrEqual(4);
    expect(usage.calls - usage.repeated_calls).toBe(calls);
  });

  test('Ctrl-C once lets calls in flight end, makes no further one, writes the partial report and names the way to go on', async () => {
    const bench = await openBench(FILES, 0);
    // However late the signal arrives: both agents wait for their answers until it has.
    const heard = Promise.withResolvers<void>();
    bench.provider.otherwise((request) => ({
      ...answerDiligently(request).reply,
      ...(bench.provider.requests.length < 5 ? {} : { until: heard.promise }),
    }));
    const cli = bench.start(...REVIEW);
    await untilAsked(bench.provider, 6, cli);
    cli.kill('SIGINT');
    await vi.waitFor(() => expect(cli.stderr()).toContain('interrupted: no new calls'), { timeout: 60_000 });
    const asked = bench.provider.requests.length;
    heard.resolve();
    const { code, stdout, stderr } = await cli.ended;
    bench.provider.otherwise((request) => answerDiligently(request).reply);
    const partial = JSON.parse(stdout);
    expect([code, partial.complete, partial.agents[0].cutoff_reason]).toEqual([130, false, 'aborted']);
    expect(stderr).toContain(`Resume with: consensus-review resume ${partial.run.id}\n`);
    expect(stderr).toContain('interrupted: no new calls are made, calls in flight have 5 s to end');
    expect([asked, bench.provider.requests.length]).toEqual([6, 6]);
    expect([partial.usage.calls, partial.usage.estimated_calls]).toEqual([bench.provider.requests.length, 0]);
    const resumed = await bench.run('resume', partial.run.id);
    expect(comparable(resumed.stdout)).toEqual(comparable(whole.stdout));
    const { run, usage } = JSON.parse(resumed.stdout);
    expect([run.id, usage.repeated_calls, countTwice(bench.provider.requests)]).toEqual([partial.run.id, 0, 0]);
  });

  test('Ctrl-C waits no longer than it says for a call that does not end, and that call counts as repeated', async () => {
    const bench = await openBench(SMALL, 0);
    bench.provider.otherwise(() => ({ text: 'never whole', fault: { kind: 'stall', atByte: 4 } }));
    const { cwd, env } = bench;
    const command = startCommand(REVIEW, { cwd, env, graceMs: 500 });
    await untilAsked(bench.provider, 2, command);
    const before = performance.now();
    command.interrupt();
    const code = await command.ended;
    const partial = JSON.parse(command.stdout());
    expect(performance.now() - before).toBeGreaterThan(450);
    expect([code, partial.complete, partial.verdict]).toEqual([130, false, 'WARN']);
    expect(partial.verdict_trace).toEqual([
      'WARN: nothing was reviewed, so the verdict is not OK',
      'incomplete: nothing was reviewed',
    ]);
    bench.provider.otherwise((request) => answerDiligently(request).reply);
    expect(JSON.parse((await bench.run('resume')).stdout).usage.repeated_calls).toBe(2);
  });

  test('Ctrl-C twice stops at once and names the way to go on', async () => {
    const bench = await openBench(FILES, 40);
    bench.provider.otherwise((request) => ({
      ...answerDiligently(request).reply,
      fault: { kind: 'stall', atByte: 10 },
    }));
    const cli = bench.start(...REVIEW);
    await untilAsked(bench.provider, 2, cli);
    cli.kill('SIGINT');
    cli.kill('SIGINT');
    const { code, stderr } = await cli.ended;
    expect([code, /Resume with: consensus-review resume \S+\n/u.test(stderr)]).toEqual([130, true]);
    bench.provider.otherwise((request) => answerDiligently(request).reply);
    expect(comparable((await bench.run('resume')).stdout)).toEqual(comparable(whole.stdout));
  });

  test('however early a resumed run ends, its report has all that was recorded, and nothing more is asked', async () => {
    const bench = await openBench(FILES, 400);
    const first = bench.start(...REVIEW);
    await untilAsked(bench.provider, 6, first);
    first.kill('SIGINT');
    const partial = JSON.parse((await first.ended).stdout);
    const asked = bench.provider.requests.length;
    const late = await bench.run('resume', '--deadline', '1ms');
    const { cwd, env } = bench;
    const ends = [late.stdout];
    for (const moment of ['at once', 'with its first write']) {
      const watch = (): void => command.interrupt();
      const command = startCommand(['resume', '--deadline', '10m'], {
        cwd,
        env,
        runPlace: moment === 'at once' ? {} : { watch },
      });
      if (moment === 'at once') command.interrupt();
      expect(await command.ended, moment).toBe(130);
      ends.push(command.stdout());
    }
    expect(late.code).toBe(3);
    for (const stdout of ends) {
      const { findings, scope, usage } = JSON.parse(stdout);
      expect([findings, scope, usage.calls]).toEqual([partial.findings, partial.scope, partial.usage.calls]);
    }
    expect(bench.provider.requests.length).toBe(asked);
    expect(JSON.parse((await bench.run('report', 'latest', '-f', 'json')).stdout).findings).toEqual(partial.findings);
  });

  test('a deadline ends in a partial report without a further call; resumed without one it comes to its end', async () => {
    const bench = await openBench(FILES, 0);
    const stalled: LoopbackReply = { text: 'never whole', fault: { kind: 'stall', atByte: 4 } };
    // Whatever the machine is busy with, no agent comes to its end.
    bench.provider.otherwise((request) =>
      bench.provider.requests.length > 3 ? stalled : answerDiligently(request).reply,
    );
    const { code, stdout, stderr } = await runPastDeadline(bench, 5, ...REVIEW, '--deadline', '50s');
    const partial = JSON.parse(stdout);
    expect([code, partial.complete, partial.agents[0].cutoff_reason]).toEqual([3, false, 'timeout']);
    expect(stderr).toContain('The run is not finished: the deadline passed (--deadline).');
    // Its own time is over again, and it says how to give it another.
    bench.provider.otherwise(() => stalled);
    const again = await runPastDeadline(bench, 6, 'resume');
    expect([again.code, JSON.parse(again.stdout).complete]).toEqual([3, false]);
    expect(again.stderr).toContain('--deadline 30m');
    bench.provider.otherwise((request) => answerDiligently(request).reply);
    const resumed = await bench.run('resume', '--deadline', '10m');
    expect(comparable(resumed.stdout)).toEqual(comparable(whole.stdout));
  });
});

test('a call that a provider put off is asked again by resume, and no other', { timeout: 60_000 }, async () => {
  const bench = await openBench(SMALL, 0);
  let isOff = true;
  const later: LoopbackReply = { fault: { kind: 'rate-limit', retryAfterSeconds: 600 } };
  const isPutOff = (body: unknown): boolean => JSON.stringify(body).includes('# code-quality-reviewer');
  bench.provider.otherwise((request) =>
    isOff && isPutOff(request.body) && JSON.stringify(request.body).includes('is wrong')
      ? later
      : answerDiligently(request).reply,
  );
  const { code, stdout, stderr } = await bench.run(...REVIEW, '--concurrency', '1');
  const first = JSON.parse(stdout);
  expect([code, first.complete]).toEqual([3, false]);
  expect(first.warnings.join('\n')).toContain('deferred until');
  expect(stderr).toMatch(/a provider asked not to be called before \S+\. Resume with: consensus-review resume \S+/u);
  isOff = false;
  const asked = bench.provider.requests.length;
  const resumed = await bench.run('resume');
  const report = JSON.parse(resumed.stdout);
  expect([report.complete, report.run.resumed, report.usage.repeated_calls]).toEqual([true, 1, 0]);
  expect(first.agents.map(({ status }: { status: string }) => status)).toEqual(['completed', 'failed']);
  expect(report.agents.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed']);
  const sent = bench.provider.requests.slice(asked);
  expect(sent.map(({ body }) => isPutOff(body))).toContain(true);
  expect(countTwice(bench.provider.requests)).toBe(1);
});

describe('what cannot be resumed is refused', { timeout: 120_000 }, () => {
  let bench: Bench;
  let id = '';
  beforeAll(async () => {
    bench = await openBench(SMALL, 0);
    bench.provider.otherwise(() => ({ fault: { kind: 'rate-limit', retryAfterSeconds: 600 } }));
    const { stdout } = await bench.run(...REVIEW, '-o', 'json=out/report.json');
    id = JSON.parse(stdout).run.id;
    providers.length = 0;
  }, 60_000);

  test.each([
    [
      'a changed file',
      () => writeFiles(bench.cwd, { 'src/a.ts': 'export const a = 1;\n' }),
      /changed since: src\/a\.ts/u,
    ],
    [
      'a file that is gone',
      () => writeFiles(bench.cwd, { '.consensus-reviewignore': 'src/a.ts\n' }),
      /settings have changed since: ignoreLines/u,
    ],
    [
      'a setting',
      () => writeFiles(bench.cwd, { 'consensus-review.config.json': '{ "waves": 3 }' }),
      /settings have changed since: waves/u,
    ],
    ['guidance', () => writeFiles(bench.cwd, { 'AGENTS.md': 'Be kind.\n' }), /settings have changed since: guidance/u],
  ])('%s', async (_name, change, message) => {
    change();
    const { code, stdout, stderr } = await bench.run('resume');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    // As it was, it can be resumed.
    for (const name of ['.consensus-reviewignore', 'consensus-review.config.json', 'AGENTS.md']) rmIn(bench.cwd, name);
    writeFiles(bench.cwd, SMALL);
    const status = new DatabaseSync(join(bench.state, 'runs-1.sqlite'));
    expect({ ...status.prepare('SELECT status, resumed FROM runs').get() }).toEqual({
      status: 'interrupted',
      resumed: 0,
    });
    status.close();
  });

  test('a file that came since is not part of the run; once it has ended, resume prints its report again', async () => {
    writeFiles(bench.cwd, { 'src/new.ts': 'export const late = 1;\n' });
    bench.provider.otherwise((request) => answerDiligently(request).reply);
    const { code, stdout, stderr } = await bench.run('resume', id.slice(0, -2));
    const report = JSON.parse(stdout);
    expect([report.complete, report.scope.files, report.run.id]).toEqual([true, 1, id]);
    expect(stderr).toBe('');
    const over = await bench.run('resume', id);
    expect([over.code, over.stdout]).toEqual([code, stdout]);
  });
});

test('a run that is killed leaves no empty document behind; resumed, it writes it', { timeout: 60_000 }, async () => {
  const bench = await openBench(SMALL, 200);
  const cli = bench.start(...REVIEW, '-o', 'sarif=out/report.sarif');
  await untilAsked(bench.provider, 1, cli);
  cli.kill('SIGKILL');
  await cli.ended;
  expect(readdirSync(join(bench.cwd, 'out'))).toEqual([]);
  await bench.run('resume');
  expect(JSON.parse(readFileSync(join(bench.cwd, 'out/report.sarif'), 'utf8')).version).toBe('2.1.0');
});

test('a run that another process has is refused', { timeout: 60_000 }, async () => {
  const bench = await openBench(SMALL, 0);
  bench.provider.otherwise(() => ({ text: 'x', fault: { kind: 'stall', atByte: 1 } }));
  const first = bench.start(...REVIEW);
  await untilAsked(bench.provider, 1, first);
  const listed = new DatabaseSync(join(bench.state, 'runs-1.sqlite'));
  const { id } = listed.prepare('SELECT id FROM runs').get() as { id: string };
  listed.close();
  const { code, stderr } = await bench.run('resume', id);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/Another process is working on this run: \S+ is still running in process \d+ on \S+\./u),
  ]);
  const unnamed = await bench.run('resume');
  expect([unnamed.code, unnamed.stderr]).toEqual([2, stderr]);
  expect(stderr).toMatch(/Wait for it, or interrupt it there \(Ctrl-C, or `kill -INT \d+`\) and resume it then/u);
  first.kill('SIGKILL');
  await first.ended;
});

test('an embedded review that is killed goes on with the scans it has', { timeout: 60_000 }, async () => {
  const bench = await openBench(manyFiles(40));
  const args = ['review', '--all', '-f', 'json', '--quiet'];
  const whole = await bench.run(...args);
  editStore(
    bench.state,
    "UPDATE runs SET status = 'interrupted'; UPDATE steps SET value = NULL, done_at = NULL WHERE key LIKE 'scan/ast-grep/%'",
  );
  const resumed = await bench.run('resume');
  expect(comparable(resumed.stdout)).toEqual(comparable(whole.stdout));
  expect(JSON.parse(resumed.stdout).usage.repeated_calls).toBe(0);
});

test.each([
  ['--no-journal', ['--no-journal'], {}, ''],
  ['CONSENSUS_REVIEW_JOURNAL', [], { CONSENSUS_REVIEW_JOURNAL: 'off' }, ''],
  [
    'a state folder that cannot be written',
    [],
    { CONSENSUS_REVIEW_STATE_DIR: '/dev/null/state' },
    'warning: the run is not stored and cannot be resumed',
  ],
])('%s: nothing is kept', { timeout: 60_000 }, async (_name, flags, more, warning) => {
  const bench = await openBench(SMALL);
  const env = { ...bench.env, ...more };
  const { code, stderr } = await runCli(['review', 'src', '--quiet', ...flags], { cwd: bench.cwd, env });
  expect([code, stderr.includes(warning)]).toEqual([0, true]);
  const { code: refused, stderr: reason } = await bench.run('resume');
  expect([refused, reason]).toEqual([2, expect.stringContaining('no run of')]);
});
