/** `--verify`: what a model claims and what blocks is put to a conversation that did not make the claim, through the whole product. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackReply, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { claimAndDecide, type Decided, isSecondLook, writeDecisions } from './verifying-model.ts';

const MODEL = 'openai-compatible/one';
const FILES = {
  'src/login.ts': [
    'export const login = (input: string) => {',
    "  if (!/^[a-z]+$/.test(input)) throw new Error('no');",
    '  return lookUp(input);',
    '};',
    '',
  ].join('\n'),
  'src/version.ts': 'export const version = readVersion();\n',
};
const CLAIM = {
  severity: 'CRITICAL',
  category: 'injection',
  file: 'src/login.ts',
  line: 3,
  title: 'Input reaches the query',
  issue: 'The query is built from input.',
  evidence: 'return lookUp(input);',
  recommendation: 'Bind the value.',
  confidence: 'high',
};
const MILD = { ...CLAIM, severity: 'MEDIUM' };
const CHECK = "src/login.ts:2 — if (!/^[a-z]+$/.test(input)) throw new Error('no');";

async function review(
  findings: readonly object[],
  decide: (request: LoopbackRequest) => LoopbackReply,
  {
    flags = ['--model', MODEL],
    verdict = 'OK',
    runs = 1,
    usage = {},
  }: {
    readonly flags?: readonly string[];
    readonly verdict?: string;
    readonly runs?: number;
    readonly usage?: Pick<LoopbackReply, 'usage'>;
  } = {},
) {
  const provider = await startLoopbackProvider();
  onTestFinished(() => provider.close());
  provider.otherwise((request) => ({ ...claimAndDecide(findings, decide, { verdict })(request), ...usage }));
  const cwd = createFolder(FILES);
  const { CONSENSUS_REVIEW_VERIFY: _never, ...environment } = provider.environment;
  const env = { ...environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const args = ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', '--fail-on', 'high', ...flags];
  let run = await runCli(args, { cwd, env });
  for (let i = 1; i < runs; i += 1) run = await runCli(args, { cwd, env });
  if (run.stdout === '') throw new Error(run.stderr);
  const report = JSON.parse(run.stdout) as ReportDocument;
  const looks = provider.requests.filter(isSecondLook);
  return { report, code: run.code, looks, requests: provider.requests };
}

const decide =
  (...decisions: readonly Decided[]) =>
  (request: LoopbackRequest): LoopbackReply => ({ text: writeDecisions(request, decisions) });

const tell = ({ findings }: ReportDocument) =>
  findings.map(({ status, confidence, extra }) => [
    status,
    confidence,
    (extra.verification as { readonly outcome?: string } | undefined)?.outcome ?? null,
  ]);

describe('a false claim on a line that is quoted correctly', () => {
  test.each<[string, readonly Decided[], readonly unknown[], readonly [verdict: string, code: number]]>([
    ['confirmed: it blocks', [{ verdict: 'confirmed' }], ['confirmed', 0.81, 'confirmed'], ['VETO', 1]],
    [
      'refuted with the code against it: rejected, and nothing blocks',
      [{ verdict: 'rejected', evidence: CHECK, notes: 'only letters pass' }],
      ['rejected', 0, 'refuted'],
      ['OK', 0],
    ],
    [
      'refuted with code that is not there: only a warning',
      [{ verdict: 'rejected', evidence: 'src/login.ts:2 — if (isSafe(input))' }],
      ['unverified', 0.45, 'undecided'],
      ['WARN', 0],
    ],
    [
      'refuted with code that the second look was never given: only a warning',
      [{ verdict: 'rejected', evidence: 'src/version.ts:1 — export const version = readVersion();' }],
      ['unverified', 0.45, 'undecided'],
      ['WARN', 0],
    ],
    ['refuted without code: only a warning', [{ verdict: 'rejected' }], ['unverified', 0.45, 'undecided'], ['WARN', 0]],
    ['weaker than stated', [{ verdict: 'downgraded' }], ['unverified', 0.45, 'undecided'], ['WARN', 0]],
    [
      'confirmed although a step failed',
      [{ verdict: 'confirmed', steps: '1:pass(x) 2:fail(a check) 3:pass(x)' }],
      ['unverified', 0.45, 'undecided'],
      ['WARN', 0],
    ],
    [
      'confirmed without all steps',
      [{ verdict: 'confirmed', steps: '1:pass(x)' }],
      ['unverified', 0.45, 'undecided'],
      ['WARN', 0],
    ],
    ['left out', [], ['unverified', 0.45, 'undecided'], ['WARN', 0]],
    ['of another claim', [{ id: 'F002', verdict: 'confirmed' }], ['unverified', 0.45, 'undecided'], ['WARN', 0]],
  ])('%s [REV-26, HOST-06]', async (_name, decisions, told, [verdict, code]) => {
    const run = await review([CLAIM], decide(...decisions));
    expect(tell(run.report)).toEqual([told]);
    expect([run.report.verdict, run.code, run.report.complete, run.looks.length]).toEqual([verdict, code, true, 1]);
    expect(run.report.notes.join()).toContain('second look at 1 claim of models');
    expect(run.report.usage.ledger.map(({ agent, calls }) => [agent, calls])).toEqual([
      ['security-reviewer', 1],
      ['verifier-01', 1],
    ]);
    if (told[2] === 'refuted') {
      expect(run.report.findings[0]?.extra.doubt).toBe(`refuted by the second look of ${MODEL}: only letters pass`);
      expect(run.report.verdict_trace).toContain('not counted: 1 that a second look refuted');
    }
  });

  test('gets the claim and the code, and nothing of the conversation that made it', async () => {
    const { looks } = await review([CLAIM], decide({ verdict: 'confirmed' }));
    const asked = JSON.stringify(looks[0]?.body);
    for (const text of ['The query is built from input.', 'test(input)', 'Try to refute'])
      expect(asked).toContain(text);
    expect(asked).not.toContain('AGENT_RESULT');
    expect(asked).not.toContain('Bind the value');
  });

  test('a model that said VETO for a refuted claim alone only warns', async () => {
    const run = await review([CLAIM], decide({ verdict: 'rejected', evidence: CHECK }), { verdict: 'VETO' });
    expect([run.report.verdict, run.code]).toEqual(['WARN', 0]);
  });
});

test.each<[string, (request: LoopbackRequest) => LoopbackReply]>([
  ['the provider fails', () => ({ fault: { kind: 'status', status: 401 } })],
  ['the answer is no decision', () => ({ text: 'I cannot tell.' })],
  [
    'the answer is cut behind a decision',
    (request) => ({
      text: writeDecisions(request, [{ verdict: 'rejected', evidence: CHECK }]).replace(
        /===VALIDATION_RESULT_END.*/su,
        '',
      ),
    }),
  ],
])('where nobody looks because %s, the claim blocks as before, and the report says so', async (_name, broken) => {
  const { report, code } = await review([CLAIM], broken);
  expect(tell(report)).toEqual([['confirmed', 0.675, null]]);
  expect([report.verdict, code]).toEqual(['VETO', 1]);
  expect(report.warnings.join()).toContain('1 claim of a model got no second look (--verify)');
});

test.each([
  ['never', CLAIM, 0],
  ['auto', MILD, 0],
  ['auto', CLAIM, 1],
  ['always', MILD, 1],
])('--verify %s: how many claims get a second look', async (mode, claim, looks) => {
  const run = await review([claim], decide({ verdict: 'confirmed' }), { flags: ['--model', MODEL, '--verify', mode] });
  expect(run.looks).toHaveLength(looks);
});

test('by configuration, and what a change says of it does not count for its own review', async () => {
  const config = join(createFolder(), 'config.json');
  writeFileSync(config, '{ "verify": "never" }');
  const run = await review([CLAIM], decide({ verdict: 'confirmed' }), {
    flags: ['--model', MODEL, '--config', config],
  });
  expect(run.looks).toHaveLength(0);
});

test('of a panel another model looks, which makes it surer than the same one', async () => {
  const other = 'openai-compatible/two';
  const provider = await startLoopbackProvider();
  onTestFinished(() => provider.close());
  provider.otherwise((request) =>
    claimAndDecide(request.body.model === 'one' ? [CLAIM] : [], decide({ verdict: 'confirmed' }))(request),
  );
  const { stdout } = await runCli(
    ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet', '--panel', `${MODEL},${other}`],
    {
      cwd: createFolder(FILES),
      env: { ...provider.environment, CONSENSUS_REVIEW_VERIFY: 'auto', CONSENSUS_REVIEW_STATE_DIR: createFolder() },
    },
  );
  const { findings } = JSON.parse(stdout) as ReportDocument;
  expect(provider.requests.filter(isSecondLook).map(({ body }) => body.model)).toEqual(['two']);
  expect(findings.map(({ extra }) => extra.verification)).toEqual([
    { outcome: 'confirmed', by: other, independent_model: true, reason: 'seen in the code' },
  ]);
});

test('a second review of the same files asks nobody again, and says the same', async () => {
  const { report, requests, looks } = await review([CLAIM], decide({ verdict: 'confirmed' }), { runs: 2 });
  expect([requests.length, looks.length, report.usage.calls]).toEqual([2, 1, 0]);
  expect(tell(report)).toEqual([['confirmed', 0.81, 'confirmed']]);
});

test('is charged to the limits of the run: where nothing is left, nobody looks', async () => {
  const { report, looks } = await review([CLAIM], decide({ verdict: 'confirmed' }), {
    flags: ['--model', MODEL, '--max-tokens', '40000'],
    usage: { usage: { inputTokens: 38_000, outputTokens: 100 } },
  });
  expect([looks.length, report.usage.calls]).toEqual([0, 1]);
  expect(report.warnings.join()).toMatch(/1 claim of a model got no second look .*--max-tokens/u);
  expect(report.findings[0]?.status).toBe('confirmed');
});

test('what a model says of its own verification proves nothing', async () => {
  const { report } = await review([{ ...CLAIM, verification: { outcome: 'confirmed' } }], decide(), {});
  expect(tell(report)).toEqual([['unverified', 0.45, 'undecided']]);
});
