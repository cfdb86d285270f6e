import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { type Agent, call, listShown, playAgents, writeDecisions, writeResult } from '../audit/model-agents.ts';
import { FILES, INJECTION } from '../audit/model-app.ts';
import { comparable, countTwice, type RunningCli, startCli, untilAsked } from './interrupted-run.ts';
import { type CliResult, createFolder, type RunningCommand, runCli, startCommand } from './run-cli.ts';
import { createRunPlace } from './run-place.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const hunt: Agent = (asked) =>
  asked.turn < 4
    ? call('read_file', { path: ['src/users.ts', 'src/app.ts', 'src/db.ts'][asked.turn - 1] })
    : { text: writeResult(asked, asked.agent.startsWith('agent-r1') ? { findings: [INJECTION] } : {}) };
const AGENTS: Readonly<Record<string, Agent>> = {
  'agent-r1': hunt,
  'agent-r2': hunt,
  'agent-r3': hunt,
  validator: (asked) =>
    asked.turn === 1
      ? call('read_file', { path: 'src/users.ts' })
      : {
          text: writeDecisions(
            asked,
            listShown(asked).map((id) => ({ id, verdict: 'confirmed' as const })),
          ),
        },
};
const AUDIT = [
  'audit',
  '--all',
  '--model',
  'openai-compatible/loopback',
  '--yes',
  '-f',
  'json',
  '--quiet',
  '--agents',
  '3',
];

async function openProvider(): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  const play = playAgents(AGENTS);
  provider.otherwise((request) => ({ ...play(request), latencyMs: 15 }));
  return provider;
}

async function openBench() {
  const provider = await openProvider();
  const cwd = createFolder(FILES);
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const call = { cwd, env, runPlace: createRunPlace('the-audit') };
  return {
    provider,
    /** In a process that can be killed. */
    start: (...args: readonly string[]): RunningCli => startCli(args, cwd, { ...env, KEEP_RUN: 'the-audit' }),
    begin: (...args: readonly string[]): RunningCommand => startCommand(args, call),
    run: (...args: readonly string[]): Promise<CliResult> => runCli(args, call),
    /** The same run, asking another provider: one that no request of an interrupted run can still reach. */
    runWith: (other: LoopbackProvider, ...args: readonly string[]): Promise<CliResult> =>
      runCli(args, { ...call, env: { ...env, ...other.environment } }),
  };
}

test('an audit that is killed in its rounds, in its validation and at the end of it gives the same report', {
  timeout: 180_000,
}, async () => {
  const calm = await openBench();
  const whole = await calm.run(...AUDIT);
  const calls = calm.provider.requests.length;
  const { provider, start, run: runHere } = await openBench();
  let end: CliResult & { readonly signal?: NodeJS.Signals | null } = { code: null, stdout: '', stderr: '' };
  for (const [attempt, asked] of [4, Math.floor(calls / 2), calls - 1].entries()) {
    const cli = start(...(attempt === 0 ? AUDIT : ['resume']));
    await untilAsked(provider, asked, cli);
    cli.kill('SIGKILL');
    end = await cli.ended;
  }
  if (end.signal !== null) end = await runHere('resume');
  expect(comparable(end.stdout)).toEqual(comparable(whole.stdout));
  const { usage, run, rounds } = JSON.parse(end.stdout);
  expect([run.id, run.resumed > 0, rounds.length > 1]).toEqual(['the-audit', true, true]);
  expect(usage.calls - usage.repeated_calls).toBe(calls);
  expect(usage.repeated_calls).toBeGreaterThanOrEqual(countTwice(provider.requests));
  expect(usage.repeated_calls).toBeLessThanOrEqual(9);
});

test('Ctrl-C in an audit writes what there is, and resume comes to the same end', { timeout: 120_000 }, async () => {
  const calm = await openBench();
  const whole = await calm.run(...AUDIT);
  const { provider, begin, run, runWith } = await openBench();
  const command = begin(...AUDIT);
  await untilAsked(provider, 7, command);
  command.interrupt();
  const code = await command.ended;
  const [stdout, stderr] = [command.stdout(), command.stderr()];
  expect([code, JSON.parse(stdout).complete]).toEqual([130, false]);
  expect(stderr).toContain('Resume with: consensus-review resume the-audit');
  const unasked = await openProvider();
  const late = JSON.parse((await runWith(unasked, 'resume', '--deadline', '1ms')).stdout);
  const { findings, scope, usage } = JSON.parse(stdout);
  expect([late.scope, late.usage.calls]).toEqual([scope, usage.calls]);
  // What was being written down when the report was made is there now.
  expect(late.findings.length).toBeGreaterThanOrEqual(findings.length);
  expect(unasked.requests).toEqual([]);
  const end = await run('resume', '--deadline', '10m');
  expect(comparable(end.stdout)).toEqual(comparable(whole.stdout));
});
