import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { createFolder, runCli } from './run-cli.ts';

interface Line {
  readonly schema?: string;
  readonly seq: number;
  readonly event: string;
  readonly [key: string]: unknown;
}

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const check = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(read('schemas/events.schema.json')),
);
const parse = (text: string): readonly Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const shop = join(import.meta.dirname, '../../examples/shop');

function expectStream(lines: readonly Line[]): void {
  for (const line of lines) {
    const isValid: boolean = check(line);
    expect(isValid ? [] : [line.event, check.errors]).toEqual([]);
  }
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
  expect(lines.map(({ schema }) => schema).filter((schema) => schema !== undefined)).toEqual([
    'consensus-review/events@1',
  ]);
  expect(lines[0]).toMatchObject({ schema: 'consensus-review/events@1', event: 'run' });
}

describe.each([
  ['review', ['review', '--all']],
  ['audit', ['audit', '--all', '--mode', 'deep']],
] as const)('%s', (playbook, args) => {
  test('events come as lines of the published schema, to the screen and to a file; the last is the report', async () => {
    const folder = createFolder();
    const files = ['-o', `jsonl=${join(folder, 'run.jsonl')}`, '-o', `json=${join(folder, 'report.json')}`];
    const { stdout } = await runCli([...args, '-C', shop, '-f', 'jsonl', ...files]);
    const lines = parse(stdout);
    expectStream(lines);
    expect(lines[0]).toMatchObject({ playbook });
    expect(readFileSync(join(folder, 'run.jsonl'), 'utf8')).toBe(stdout);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(lines.at(-1)).toMatchObject({ event: 'report', report });
    const signals = lines.flatMap((line) => (line.event === 'signal' ? [line.signal] : []));
    expect(signals).toEqual(report.signals);
  });
});

test('an audit tells its transitions and evaluates in one order', async () => {
  const { stdout } = await runCli(['audit', '--all', '--mode', 'standard', '-C', shop, '-f', 'jsonl', '--quiet']);
  const lines = parse(stdout);
  const states = lines.flatMap((line) => (line.event === 'transition' ? [line.from, line.to] : []));
  expect(states[0]).toBe('PHASE_1_RECON');
  expect(states.slice(-6)).toEqual([states.at(-6), 'DEEP_DIVE', 'DEEP_DIVE', 'VALIDATION', 'VALIDATION', 'REPORT']);
  const steps = lines.flatMap((line) => (line.event === 'evaluation' && line.round === 1 ? [line.step] : []));
  expect(steps).toEqual(['detect-truncation', 'rate-coverage']);
});

test('a run without a report ends with the error', async () => {
  const { code, stdout, stderr } = await runCli(['review', '--all', '-f', 'jsonl'], { cwd: createFolder() });
  const lines = parse(stdout);
  expectStream(lines);
  expect(lines.at(-1)).toMatchObject({ event: 'error', code: 'empty-scope', exit: 5 });
  expect(code).toBe(5);
  expect(stderr).toContain('Nothing in scope');
});

test('a wrong call prints no line', async () => {
  const { code, stdout } = await runCli(['review', 'no-such-file', '-f', 'jsnol'], { cwd: createFolder() });
  expect([code, stdout]).toEqual([2, '']);
});

test('an audit returns its signal and its full summary', async () => {
  const folder = createFolder();
  const summary = join(folder, 'summary.md');
  const { stdout } = await runCli([
    'audit',
    '--all',
    '--mode',
    'deep',
    '-C',
    shop,
    '-f',
    'signal',
    '-o',
    `summary=${summary}`,
  ]);
  expect(stdout).toMatch(
    /^coordinator_type: implementer\nsummary_brief: "Completed (?:final )?Wave [\d-]+ \(Phase 1-5\) with \d+ tasks\./u,
  );
  expect(readFileSync(summary, 'utf8').match(/^## .*$/gmu)).toHaveLength(7);
});
