import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, runCli } from '../e2e/run-cli.ts';

/** An agent program: keeps what it was given and where it ran, answers with one finding. */
const AGENT = `#!/usr/bin/env node
const fs = require('node:fs');
const input = fs.readFileSync(0, 'utf8');
const end = /===AGENT_RESULT_END:[0-9a-f]+===/.exec(input)[0];
fs.writeFileSync(process.env.HOME + '/seen.json', JSON.stringify({ input, cwd: process.cwd(), env: process.env }));
const finding = { severity: 'HIGH', category: 'injection', file: 'src/login.ts', line: 1, issue: 'The query is built from input.', evidence: 'query(input)', recommendation: 'Bind it.' };
console.log('===AGENT_RESULT===');
console.log(JSON.stringify({ agent: 'security-reviewer', findings: [finding], verdict: 'WARN' }));
if (!process.argv.includes('cut')) console.log(end);
`;

async function reviewWith(argument: string) {
  const home = createFolder();
  const bin = createFolder({ 'my-agent': AGENT });
  chmodSync(join(bin, 'my-agent'), 0o755);
  const folder = createFolder({ 'src/login.ts': 'export const login = (input: string) => query(input);\n' });
  const config = join(createFolder(), 'config.json');
  writeFileSync(config, JSON.stringify({ commands: { mine: ['my-agent', argument] } }));
  const { stdout } = await runCli(
    [
      'review',
      '--all',
      '--reviewers',
      'security',
      '-f',
      'json',
      '--quiet',
      '--model',
      'command/mine',
      '--config',
      config,
    ],
    {
      cwd: folder,
      env: {
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        HOME: home,
        ANTHROPIC_API_KEY: 'ours',
        CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      },
    },
  );
  return { report: JSON.parse(stdout), folder, seen: JSON.parse(readFileSync(join(home, 'seen.json'), 'utf8')) };
}

test('an agent program reviews: prompt on its input, result on its output, no key of ours, not in the reviewed folder', async () => {
  const { report, seen, folder } = await reviewWith('whole');
  expect(report.findings.map((f: { status: string }) => f.status)).toEqual(['confirmed']);
  expect(report).toMatchObject({ complete: true, verdict: 'WARN', run: { model: 'command/mine' } });
  expect(seen.input).toContain('query(input)');
  expect(seen.env.ANTHROPIC_API_KEY).toBeUndefined();
  expect(seen.cwd).not.toBe(folder);
  expect(report.usage).toMatchObject({ calls: 1 });
  expect(report.usage.input_tokens).toBeGreaterThan(0);
});

test('a program that leaves out the end marker keeps its finding and is not complete [HOST-03]', async () => {
  const { report } = await reviewWith('cut');
  expect(report.findings).toHaveLength(1);
  expect(report.agents[0]).toMatchObject({ status: 'truncated', partial: false });
  expect(report.complete).toBe(false);
});
