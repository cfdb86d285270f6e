/**
 * The audit of the sample shop by the embedded auditor, as a user runs it: every planted flaw, its dimension, honest marks. Of a copy of
 * its own: inside this repository each audit would read the whole of it. One audit tells everything that does not need another.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../../src/protocol/findings/dimension.ts';
import type { PlanDocument } from '../../src/protocol/report/plan-document.ts';
import { type ReportDocument, reportSchema } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { PLANTED_PROBLEMS } from '../e2e/shop-expectations.ts';

const root = createFolder();
cpSync(join(import.meta.dirname, '../../examples/shop'), join(root, 'examples/shop'), { recursive: true });

const BY_TOPIC: Readonly<Record<string, Dimension>> = {
  'sql-injection': 'D1',
  'cross-site-scripting': 'D1',
  'command-injection': 'D1',
  'unsafe-deserialization': 'D4',
  'path-traversal': 'D5',
  'server-side-request-forgery': 'D6',
  'weak-hash': 'D7',
  'insecure-random': 'D7',
  'hard-coded-secret': 'D7',
  'certificate-check-off': 'D8',
  'server-without-timeouts': 'D8',
};

/** What the reviewers of security know, and what only the questions of an audit find. */
const PLANTED: readonly { readonly file: string; readonly line: number; readonly dimension: Dimension }[] = [
  ...PLANTED_PROBLEMS.filter(({ reviewer }) => reviewer === 'security-reviewer').map(({ file, line, topic }) => ({
    file,
    line,
    dimension: BY_TOPIC[topic] ?? ('none' as Dimension),
  })),
  ...PLANTED_PROBLEMS.filter(({ reviewer }) => reviewer === 'vulnerability-reviewer').map(({ file, line }) => ({
    file,
    line,
    dimension: 'D10' as const,
  })),
  { file: 'scripts/deploy.sh', line: 17, dimension: 'D8' },
  { file: 'Dockerfile', line: 18, dimension: 'D8' },
  { file: 'src/routes/orders.ts', line: 56, dimension: 'D3' },
  { file: 'src/routes/orders.ts', line: 74, dimension: 'D9' },
];

const audit = async (...args: readonly string[]): Promise<ReportDocument> =>
  JSON.parse((await runCli(['audit', 'examples/shop', '-f', 'json', ...args], { cwd: root })).stdout);

const withoutTimes = (report: ReportDocument): string =>
  JSON.stringify(report)
    .replaceAll(report.run.id, 'RUN')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME');

describe('audit --mode deep of the sample shop', () => {
  let report: ReportDocument;
  let events: string;
  beforeAll(async () => {
    events = (await runCli(['audit', 'examples/shop', '--mode', 'deep', '-f', 'jsonl'], { cwd: root })).stdout;
    report = JSON.parse(events.trimEnd().split('\n').at(-1) ?? '').report;
  }, 120_000);

  test('every planted flaw is found in its dimension', () => {
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    const isFound = ({ file, line, dimension }: (typeof PLANTED)[number]): boolean =>
      report.findings.some(
        (finding) =>
          finding.file === `examples/shop/${file}` &&
          finding.line <= line &&
          line <= finding.end_line &&
          finding.dimension === dimension,
      );
    expect(PLANTED.filter((planted) => !isFound(planted))).toEqual([]);
  });

  test('where something was found, the matrix says that somebody looked', () => {
    const cells = new Set(report.coverage.cells.map(({ dimension, path }) => `${dimension}:${path}`));
    expect(report.findings.filter(({ dimension, file }) => !cells.has(`${dimension}:${file}`))).toEqual([]);
    expect(report.coverage.files.find(({ path }) => path === 'examples/shop/admin/index.html')?.status).toBe(
      'reviewed',
    );
  });

  test('each flaw is a finding of its own: two packages of one manifest are not merged', () => {
    const manifest = report.findings.filter(({ file }) => file === 'examples/shop/package.json');
    expect(manifest.map(({ line, end_line: end }) => [line, end])).toEqual(
      expect.arrayContaining([
        [15, 15],
        [17, 17],
        [19, 19],
      ]),
    );
  });

  test('marks say what was done: no login leads to the tokens, no advisories were asked', () => {
    expect(Object.keys(report.coverage.dimensions)).toEqual([...DIMENSIONS]);
    expect(report.coverage.dimensions).toEqual({
      D1: '✅',
      D2: '⚠️',
      D3: '✅',
      D4: '✅',
      D5: '✅',
      D6: '✅',
      D7: '⚠️',
      D8: '✅',
      D9: '✅',
      D10: '⚠️',
    });
    expect(report.coverage.met).toBe(false);
    expect(report.complete).toBe(false);
    for (const gap of report.coverage.gaps)
      expect(report.coverage.cells.some(({ dimension, status }) => dimension === gap && status === '⚠️')).toBe(true);
  });

  test('questions by name and neighbours are never confirmed, and chains that nobody followed raise nothing', () => {
    const guessed = report.findings.filter(({ dimension }) => dimension === 'D3' || dimension === 'D9');
    expect(guessed.map(({ status }) => status)).toEqual(guessed.map(() => 'needs_manual'));
    expect(report.attack_chains.every(({ standing }) => standing === 'candidate')).toBe(true);
    const scripting = report.findings.filter(({ cwe }) => cwe === 'CWE-79');
    expect(scripting.map(({ severity }) => severity)).not.toContain('CRITICAL');
  });

  test('every grave finding says its impact, the steps of its check with their results, and what became of its proof', () => {
    const grave = report.findings.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH');
    expect(grave.length).toBeGreaterThan(10);
    for (const { id, impact, extra } of grave) {
      const row = report.audit?.validation.find(({ finding }) => finding === id);
      expect([id, impact === null, row?.poc.status]).toEqual([
        id,
        false,
        extra.proof ? 'provided' : 'not_reproducible',
      ]);
      expect([id, typeof row?.score]).toEqual([id, 'number']);
      expect(row?.verification?.match(/[1-4]:pass\(/gu)).toHaveLength(4);
    }
    const proofs = report.findings.flatMap(({ extra }) => (typeof extra.proof === 'string' ? [extra.proof] : []));
    expect(proofs).toContain('GET /catalog/search?q=%27; derived from the code, not sent');
    expect(proofs).toContain('GET /search?prefix=%27; derived from the code, not sent');
    const hashed = report.findings.find(({ cwe }) => cwe === 'CWE-916');
    expect([hashed?.severity, hashed?.status, hashed?.confidence]).toEqual(['HIGH', 'confirmed', 0.9]);
  });

  test('flows are written so that programs can follow them', () => {
    const flow = report.findings.find(({ file }) => file.endsWith('main.go'))?.flow;
    expect(flow).toBe(':63(http /search) → :64(calls server.search) → :75(s.db.QueryContext)');
  });

  test('no part of a planted secret is in any document, nor in the stream of events', () => {
    const text = readFileSync(join(root, 'examples/shop/config/shop.json'), 'utf8');
    const secrets = text.match(/AKIA[0-9A-Z]{16}|[A-Za-z0-9/+]{40}|kT7-[\w-]+/gu) ?? [];
    const pieces = secrets.flatMap((secret) => [secret.slice(4, 12), secret.slice(-8)]);
    expect(pieces).toHaveLength(6);
    for (const piece of pieces) expect([piece, events.includes(piece)]).toEqual([piece, false]);
  });

  test('its page has every section in its order [FACT-11]', async () => {
    const { stdout } = await runCli(['report', report.run.id, '-f', 'markdown'], { cwd: root });
    const headings = [...stdout.matchAll(/^## ([^:\n]+)/gmu)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Executive Summary',
      'Finding Statistics',
      'Coverage Matrix',
      'Vulnerability Details',
      'Audit Limitations',
      'Control-driven Evidence',
      'Semgrep Evidence',
      'Attack Chains',
      'Attack Path Scoring',
    ]);
  });

  test('a second run says the same, byte for byte', async () => {
    expect(withoutTimes(await audit('--mode', 'deep'))).toBe(withoutTimes(report));
  }, 120_000);

  test('a grave finding that was followed no further than its rule states is named [FACT-07]', () => {
    const stated = (report.audit?.deep_dive.flows ?? []).filter(({ status }) => status === 'stated');
    expect(stated.map(({ finding }) => finding)).toEqual(['H-11']);
    expect(report.audit?.limitations).toContain('Flow as stated by the agent, not followed to an entry point: H-11');
  });

  test('the follow-up command examines exactly its cells', async () => {
    const [, line = ''] = /Consider: consensus-review (.+)/u.exec(report.suggestions.join('\n')) ?? [];
    // The embedded auditor has said what it can: the command is for a model, and nothing else in it differs.
    const args = line.replaceAll("'", '').replace(' --model PROVIDER/MODEL', '').split(' ');
    expect(line).toContain(' --model PROVIDER/MODEL --cells ');
    const follow: ReportDocument = JSON.parse((await runCli([...args, '-f', 'json'], { cwd: root })).stdout);
    const examined = follow.coverage.cells.map(({ dimension, path }) => `${dimension}:${path}`);
    const open = report.coverage.cells.filter(({ status }) => status !== '✅');
    expect(examined.toSorted()).toEqual(open.map(({ dimension, path }) => `${dimension}:${path}`).toSorted());
    expect(Object.keys(follow.coverage.dimensions)).toEqual(['D1', 'D2', 'D4', 'D5', 'D6', 'D7', 'D8', 'D10']);
  }, 120_000);
});

test('cells of different dimensions are not mixed: each file is examined in its own alone', async () => {
  const cells = ['D1:examples/shop/src/routes/catalog.ts', 'D5:examples/shop/src/routes/exports.ts'];
  const report = await audit('--mode', 'deep', '--cells', cells.join(','));
  expect(report.coverage.cells.map(({ dimension, path }) => `${dimension}:${path}`)).toEqual(cells);
  const found = report.findings.map(({ dimension, file }) => `${dimension}:${file}`);
  expect(new Set(found)).toEqual(new Set(cells));
}, 60_000);

test('plan audit: agents with dimensions and budgets, rounds, nothing spent', async () => {
  const { stdout, code } = await runCli(['plan', 'audit', 'examples/shop', '--mode', 'deep', '-f', 'json'], {
    cwd: root,
  });
  const plan: PlanDocument = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(plan.run).toEqual({ playbook: 'audit', mode: 'deep', model: 'embedded' });
  expect(plan.agents.map(({ agent, budget_tokens, dimensions }) => [agent, budget_tokens, dimensions])).toEqual([
    ['agent-r1-01', 102_400, ['D1', 'D4', 'D5', 'D6']],
    ['agent-r1-02', 102_400, ['D2', 'D3', 'D7', 'D8', 'D9', 'D10']],
  ]);
  expect(plan.estimate).toMatchObject({
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    waves: 3,
    not_covered: [],
  });
}, 60_000);

test('plan audit needs no key for a model, and prices the whole of it', async () => {
  const { stdout } = await runCli(
    ['plan', 'audit', 'examples/shop', '-f', 'json', '--model', 'anthropic/claude-sonnet-4-5'],
    { cwd: root },
  );
  const { estimate, agents }: PlanDocument = JSON.parse(stdout);
  expect(agents.every(({ model }) => model === 'anthropic/claude-sonnet-4-5')).toBe(true);
  expect(estimate.calls).toBeGreaterThan(50);
  expect(estimate.cost_usd).toBeGreaterThan(0);
}, 60_000);
