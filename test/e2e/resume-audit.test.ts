import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { type Agent, call, listShown, playAgents, writeDecisions, writeResult } from '../audit/model-agents.ts';
import { FILES, INJECTION } from '../audit/model-app.ts';
import { comparable, countTwice, type EndedCli, type RunningCli, startCli, untilAsked } from './interrupted-run.ts';
import { createFolder } from './run-cli.ts';

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

async function openBench() {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  const play = playAgents(AGENTS);
  provider.otherwise((request) => ({ ...play(request), latencyMs: 15 }));
  const cwd = createFolder(FILES);
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder(), KEEP_RUN: 'the-audit' };
  return { provider, start: (...args: readonly string[]): RunningCli => startCli(args, cwd, env) };
}

test('an audit that is killed in its rounds, in its validation and at the end of it gives the same report', {
  timeout: 180_000,
}, async () => {
  const calm = await openBench();
  const whole = await calm.start(...AUDIT).ended;
  const calls = calm.provider.requests.length;
  const { provider, start } = await openBench();
  let end: EndedCli | null = null;
  for (const [sitting, asked] of [4, Math.floor(calls / 2), calls - 1].entries()) {
    const cli = start(...(sitting === 0 ? AUDIT : ['resume']));
    await untilAsked(provider, asked, cli);
    cli.kill('SIGKILL');
    end = await cli.ended;
  }
  if (end?.signal !== null) end = await start('resume').ended;
  expect(comparable(end?.stdout ?? '')).toEqual(comparable(whole.stdout));
  const { usage, run, rounds } = JSON.parse(end?.stdout ?? '');
  expect([run.id, run.resumed > 0, rounds.length > 1]).toEqual(['the-audit', true, true]);
  expect(usage.calls - usage.repeated_calls).toBe(calls);
  expect(usage.repeated_calls).toBeGreaterThanOrEqual(countTwice(provider.requests));
  expect(usage.repeated_calls).toBeLessThanOrEqual(9);
});

test('Ctrl-C in an audit writes what there is, and resume comes to the same end', { timeout: 120_000 }, async () => {
  const calm = await openBench();
  const whole = await calm.start(...AUDIT).ended;
  const { provider, start } = await openBench();
  const cli = start(...AUDIT);
  await untilAsked(provider, 7, cli);
  cli.kill('SIGINT');
  const { code, stdout, stderr } = await cli.ended;
  expect([code, JSON.parse(stdout).complete]).toEqual([130, false]);
  expect(stderr).toContain('Resume with: consensus-review resume the-audit');
  const asked = provider.requests.length;
  const late = JSON.parse((await start('resume', '--deadline', '1ms').ended).stdout);
  const { findings, scope, usage } = JSON.parse(stdout);
  expect([late.findings.length, late.scope, late.usage.calls]).toEqual([findings.length, scope, usage.calls]);
  expect(provider.requests.length).toBe(asked);
  const end = await start('resume', '--deadline', '10m').ended;
  expect(comparable(end.stdout)).toEqual(comparable(whole.stdout));
});
