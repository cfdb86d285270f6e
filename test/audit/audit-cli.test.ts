/** `audit --model` as a user runs it: asked before money is spent, recorded, and played again byte for byte. */
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { MODEL } from './audit-over-http.ts';
import { call, listShown, playAgents, writeDecisions, writeResult } from './model-agents.ts';

const FILES = {
  'package.json': '{ "name": "app", "dependencies": { "express": "4.18.2" } }\n',
  'src/app.ts': `import express from 'express';
import { Pool } from 'pg';
const db = new Pool();
export const app = express();
app.get('/users/:id', async (req, res) => {
  const rows = await db.query('SELECT * FROM users WHERE id = ' + req.params.id);
  res.json(rows);
});
app.listen(3000);
`,
};
const QUERY = "const rows = await db.query('SELECT * FROM users WHERE id = ' + req.params.id);";

let provider: LoopbackProvider;
afterEach(() => provider.close());

async function start(): Promise<LoopbackProvider> {
  provider = await startLoopbackProvider();
  provider.otherwise(
    playAgents({
      'agent-r1': (asked) =>
        asked.turn === 1
          ? call('read_file', { path: 'src/app.ts' })
          : {
              text: writeResult(asked, {
                findings: [
                  {
                    place: 'src/app.ts:5',
                    evidence: "app.get('/users/:id', async (req, res) => {",
                    cwe: 'CWE-862',
                    dimension: 'D3',
                    title: 'Nobody is asked who he is',
                  },
                ],
              }),
            },
      orchestrator: (asked) => ({
        text: writeDecisions(
          asked,
          listShown(asked).map((id) => ({ id, verdict: 'confirmed' })),
        ),
      }),
      validator: (asked) =>
        asked.tools.length > 0 && asked.turn === 1
          ? call('read_file', { path: 'src/app.ts' })
          : {
              text: writeDecisions(
                asked,
                listShown(asked).map((id) => ({ id, verdict: 'confirmed' })),
              ),
            },
    }),
  );
  return provider;
}

const ARGS = ['audit', '--all', '-f', 'json', '--model', MODEL];

test('without --yes and without a terminal nobody is sent out, and the plan says what it may cost [ROUND-02]', async () => {
  const { environment, requests } = await start();
  const env = { ...environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const { code, stdout, stderr } = await runCli([...ARGS, '--quiet'], { cwd: createFolder(FILES), env });
  expect([code, stdout, requests.length]).toEqual([2, '', 0]);
  expect(stderr).toContain(`[PLAN] standard audit of 2 files (10 lines) with ${MODEL}`);
  expect(stderr).toMatch(/first round: at most 25 calls, about \d+k tokens in and 16k out, price unknown/u);
  expect(stderr).toContain('--yes');
});

test('quick asks before money is spent too', async () => {
  const { environment, requests } = await start();
  const env = { ...environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const { code } = await runCli([...ARGS, '--mode', 'quick', '--quiet'], { cwd: createFolder(FILES), env });
  expect([code, requests.length]).toEqual([2, 0]);
});

test('an audit with --yes is recorded, and played again byte for byte without a provider and without a question', async () => {
  const { environment } = await start();
  const cwd = createFolder(FILES);
  const recording = join(createFolder(), 'audit.jsonl');
  const state = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const live = await runCli([...ARGS, '--yes', '--quiet', '--agents', '2', '--record', recording], {
    cwd,
    env: { ...environment, ...state },
  });
  const report = JSON.parse(live.stdout);
  expect(report.run).toMatchObject({ playbook: 'audit', mode: 'standard', model: MODEL });
  const titles = report.findings.map(({ title }: { title: string }) => title);
  expect(titles).toContain('Nobody is asked who he is');
  // The analyzers' own finding stands beside it.
  expect(
    report.findings.some(
      ({ evidence, reported_by: by }: { evidence: string; reported_by: { rule: string | null }[] }) =>
        evidence.includes(QUERY.slice(0, 30)) && by.some(({ rule }) => rule !== null),
    ),
  ).toBe(true);
  expect(report.usage.calls).toBe(provider.requests.length);
  expect(report.usage.calls).toBeGreaterThan(3);
  expect(readFileSync(recording, 'utf8')).toContain('"kind":"semgrep"');
  await provider.close();
  const played = await runCli(['audit', '--all', '-f', 'json', '--quiet', '--replay', recording], { cwd, env: state });
  expect([played.code, played.stderr]).toEqual([live.code, live.stderr]);
  expect(played.stdout).toBe(live.stdout);
});

test('an audit is done by one model: a panel is refused before anything runs', async () => {
  const { environment, requests } = await start();
  const env = { ...environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const args = ['audit', '--all', '--quiet', '--yes', '--panel', `${MODEL},anthropic/loopback`];
  const { code, stderr } = await runCli(args, { cwd: createFolder(FILES), env });
  expect([code, requests.length]).toEqual([2, 0]);
  expect(stderr).toContain('--panel');
});

test('an agent program hunts without tools, on the code it is given', async () => {
  await start();
  const program = `#!/usr/bin/env node
const input = require('node:fs').readFileSync(0, 'utf8');
const end = /===[A-Z_]+_END:[0-9a-f]+===/.exec(input)[0];
if (end.startsWith('===AGENT')) {
  const [, agent, round, dimensions] = /agent_id: (.*)\\nround: (.*)\\ndimensions: (.*)/.exec(input);
  console.log('===AGENT_RESULT===\\nagent_id: ' + agent + '\\nround: ' + round + '\\ndimensions: ' + dimensions + '\\ncoverage: D1=✅\\nmodules_loaded: none\\nfiles_read_count: 2\\ntool_calls: Read=2\\n');
} else console.log('===VALIDATION_RESULT===');
console.log(end);
`;
  const bin = createFolder({ 'my-agent': program });
  chmodSync(join(bin, 'my-agent'), 0o755);
  const config = join(createFolder({ 'c.json': JSON.stringify({ commands: { mine: ['my-agent'] } }) }), 'c.json');
  const args = ['audit', '--all', '-f', 'json', '--quiet', '--yes', '--config', config, '--model', 'command/mine'];
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const { stdout, stderr } = await runCli(args, { cwd: createFolder(FILES), env });
  expect(stderr).not.toContain('internal');
  const { audit } = JSON.parse(stdout);
  expect(audit.agents[0]).toMatchObject({ status: 'COMPLETED', files_read: 2, tool_calls: {} });
});

test('plan audit shows agents, dimensions and what it may cost, and asks nobody', async () => {
  const { environment, requests } = await start();
  const config = join(
    createFolder({ 'c.json': JSON.stringify({ prices: { [MODEL]: { input: 3, output: 15 } } }) }),
    'c.json',
  );
  const args = ['plan', 'audit', '--all', '-f', 'json', '--model', MODEL, '--mode', 'deep', '--dimensions', 'D1,D3'];
  const { code, stdout } = await runCli([...args, '--config', config], {
    cwd: createFolder(FILES),
    env: { ...environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() },
  });
  const plan = JSON.parse(stdout);
  expect([code, requests.length]).toEqual([0, 0]);
  expect(plan.agents).toEqual([
    {
      agent: 'agent-r1-01',
      budget_tokens: 102_400,
      files: 2,
      dimensions: ['D1', 'D3'],
      model: MODEL,
      files_recalled: 0,
      window_tokens: null,
    },
  ]);
  expect(plan.estimate).toMatchObject({ calls: 190, waves: 3 });
  expect(plan.estimate.cost_usd).toBeGreaterThan(0);
  expect(plan.run).toEqual({ playbook: 'audit', mode: 'deep', model: MODEL });
  expect(plan.warnings).toContainEqual(expect.stringContaining('so every call is counted here'));
});

test('the same question is not paid for twice: an audit of unchanged code asks nobody what it asked before', async () => {
  await start();
  const cwd = createFolder(FILES);
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const audit = async (...args: readonly string[]) => {
    const before = provider.requests.length;
    const { stdout, stderr } = await runCli([...ARGS, '--yes', '--quiet', '--agents', '2', ...args], { cwd, env });
    expect(stderr).not.toContain('warning');
    return { report: JSON.parse(stdout), asked: provider.requests.length - before };
  };
  const first = await audit();
  expect(first.report.usage).toMatchObject({ calls: first.asked, reused_calls: 0 });
  const second = await audit();
  expect(second.report.usage).toMatchObject({ calls: second.asked, reused_calls: first.asked - second.asked });
  expect(second.asked).toBe(0);
  expect(second.report.findings).toEqual(first.report.findings);
  expect(second.report.audit.validation).toEqual(first.report.audit.validation);
  expect(second.report.notes.join()).toContain(`${first.asked} calls were answered from earlier runs`);
  expect((await audit('--no-reuse')).asked).toBe(first.asked);
});
