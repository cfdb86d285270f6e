/** Rules of budgets, priority, synthesis and verdict, seen in what whole reviews do and report. */
import { describe, expect, test } from 'vitest';
import type { LedgerView } from '../../ports/agent-tools.ts';
import type { Assignment, ReviewEvent, ReviewOutcome } from '../../ports/driver.ts';
import { type ClaimedFinding, claimFinding } from '../../protocol/findings/finding.ts';
import { SEVERITIES, type Severity } from '../../protocol/findings/severity.ts';
import { type FindingPolicy, NO_POLICY, type Suppression } from '../../protocol/findings/suppression.ts';
import { REVIEWERS } from '../../protocol/reviewers/reviewer.ts';
import { createTestEngine, type TestEngineOptions, writeWords } from '../../testing/engine.ts';
import { completed, createScriptedDriver, reviewEverything } from '../../testing/scripted-driver.ts';

const BASES = {
  'security-reviewer': 0,
  'vulnerability-reviewer': 0,
  'go-reviewer': 0,
  'code-quality-reviewer': 1,
  'documentation-reviewer': 2,
  'user-persona-reviewer': 2,
} as const;

const finding = (file: string, severity: Severity, more: Partial<ClaimedFinding> = {}): ReviewEvent => ({
  kind: 'finding',
  finding: claimFinding({ severity, file, line: 1, title: `${severity} in ${file}`, issue: 'x is wrong', ...more }),
});

const end = (said: Partial<ReviewOutcome> = {}): ReviewEvent => ({
  kind: 'outcome',
  outcome: { ...completed, ...said },
});

const done = (assignment: Assignment): readonly ReviewEvent[] =>
  assignment.files.map(({ path }) => ({ kind: 'file-done', path }));

/** One reviewer in one wave, which does what the script says. */
async function reviewAlone(
  script: (assignment: Assignment, ledger: LedgerView) => AsyncIterable<ReviewEvent>,
  { request, ...options }: Partial<TestEngineOptions> = {},
) {
  const driver = createScriptedDriver({ 'security-reviewer': script });
  const { report } = await createTestEngine({
    files: { 'a.ts': 'x y z\n' },
    driver,
    request: { reviewerNames: ['security'], waves: 1, ...request },
    ...options,
  }).run();
  return { report, driver };
}

describe('budgets', () => {
  test.each([
    [0, [8192, 6144, 4096]],
    [4096, [10_240, 7680, 5120]],
    [16_383, [16_383, 12_287, 8191]],
    [16_384, [16_384, 12_288, 8192]],
    [49_151, [32_767, 24_575, 16_383]],
    [65_536, [32_768, 24_576, 16_384]],
  ])(
    'of a scope of %i tokens are %j [BUDGET-01, BUDGET-02, BUDGET-03, BUDGET-04, REV-03, REV-04, REV-13]',
    async (tokens, budgets) => {
      const driver = createScriptedDriver(
        Object.fromEntries(Object.keys(BASES).map((name) => [name, reviewEverything])),
        {
          hasContext: false,
        },
      );
      const { report } = await createTestEngine({ files: { 'main.go': writeWords(tokens) }, driver }).run();
      const given = Object.fromEntries(report.agents.map(({ agent, budget_tokens }) => [agent, budget_tokens]));
      expect(given).toEqual(Object.fromEntries(Object.entries(BASES).map(([name, at]) => [name, budgets[at]])));
    },
  );

  test.each([
    [7999, 'full'],
    [8000, 'high_severity_only'],
    [9499, 'high_severity_only'],
    [9500, 'force_return'],
  ])('%i of 10000 used tokens are %s [MODE-01, REV-01]', async (target, mode) => {
    const roster = REVIEWERS.map((reviewer) => ({ ...reviewer, baseBudgetTokens: 10_000 }));
    const { report } = await reviewAlone(
      async function* (assignment, ledger) {
        yield finding('a.ts', 'HIGH', { issue: 'w' });
        const overhead = ledger.usedTokens - 1;
        yield finding('a.ts', 'HIGH', { issue: writeWords(target - ledger.usedTokens - overhead) });
        yield* done(assignment);
        yield end();
      },
      { files: { 'a.ts': '\n' }, request: { roster } },
    );
    expect(report.agents[0]).toMatchObject({ used_tokens: target, mode });
  });

  test('full analysis reports all four severities [MODE-04]', async () => {
    const { report } = await reviewAlone(async function* (assignment) {
      for (const severity of SEVERITIES)
        yield finding('a.ts', severity, { cwe: `CWE-${severity.length}${severity.charCodeAt(0)}` });
      yield* done(assignment);
      yield end();
    });
    expect(report.findings.map(({ severity }) => severity)).toEqual([...SEVERITIES]);
  });
});

test('files are handed out by tier, inside a tier by changed lines, then by path [PRIORITY-01, PRIORITY-02, PRIORITY-03, PRIORITY-04, REV-19]', async () => {
  const tiers = [
    [
      'auth/a.ts',
      'credential.ts',
      'crypto.ts',
      'login.ts',
      'password.ts',
      'permission.ts',
      'secret.ts',
      'src/api/token.ts',
    ],
    ['api/a.ts', 'cli.ts', 'endpoint.ts', 'handler.ts', 'main.ts', 'orders_controller.ts', 'routes/util.ts'],
    ['author.ts', 'capital.ts', 'orders/service.ts'],
    ['common/a.ts', 'helper.ts', 'utils/date.ts'],
  ];
  const entry = (path: string) => [path, { text: 'new\n', base: 'old\n', changed: [{ start: 1, end: 1 }] }] as const;
  const busy = { text: 'a\nb\n', base: '', changed: [{ start: 1, end: 2 }] };
  const { driver } = await reviewAlone(reviewEverything, {
    files: { ...Object.fromEntries(tiers.flat().toReversed().map(entry)), 'z-service.ts': busy },
    request: { selection: { kind: 'staged' } },
  });
  const [first = [], second = [], third = [], fourth = []] = tiers;
  expect(driver.assignments[0]?.files.map(({ path }) => path)).toEqual([
    ...first,
    ...second,
    'z-service.ts',
    ...third,
    ...fourth,
  ]);
});

describe('synthesis', () => {
  const files = { 'a.ts': 'one\n', 'b.ts': 'two\n', 'c.ts': 'three\n' };

  test('findings of partial agents are kept and weigh less; who was partial stands in its row [SYNTH-01, SYNTH-02, SYNTH-08, REV-14]', async () => {
    const driver = createScriptedDriver({
      'security-reviewer': async function* (assignment) {
        yield finding('a.ts', 'HIGH', { cwe: 'CWE-1', confidence: 0.6, evidence: 'one' });
        yield finding('b.ts', 'HIGH', { cwe: 'CWE-2', confidence: 0.6, evidence: 'two' });
        yield* done(assignment);
        yield end();
      },
      'code-quality-reviewer': async function* () {
        yield finding('a.ts', 'CRITICAL', { cwe: 'CWE-3', confidence: 0.6, evidence: 'one' });
        yield finding('a.ts', 'HIGH', { cwe: 'CWE-4', confidence: 0.6, evidence: 'one' });
        yield finding('a.ts', 'LOW', { cwe: 'CWE-5', confidence: 0.6, evidence: 'one' });
        yield { kind: 'file-done', path: 'a.ts' };
        yield end({ cutoffReason: 'budget' });
      },
      'documentation-reviewer': async function* () {
        yield finding('c.ts', 'MEDIUM', { cwe: 'CWE-6', confidence: 0.6, evidence: 'three' });
        yield end({ cutoffReason: 'error' });
      },
    });
    const request = { reviewerNames: ['security', 'code-quality', 'documentation'], waves: 1 } as const;
    const { report } = await createTestEngine({ files, driver, request }).run();
    const confidence = Object.fromEntries(report.findings.map(({ cwe, confidence }) => [cwe, confidence]));
    for (const [cwe, weight] of [
      ['CWE-1', 1],
      ['CWE-2', 1],
      ['CWE-3', 1 / 3],
      ['CWE-4', 1 / 3],
      ['CWE-5', 1 / 3],
      ['CWE-6', 0.1],
    ] as const)
      expect([cwe, confidence[cwe]]).toEqual([cwe, expect.closeTo(0.6 * 0.75 * weight, 3)]);
    expect(report.findings.map(({ severity }) => severity)).toEqual([
      'CRITICAL',
      'HIGH',
      'HIGH',
      'HIGH',
      'MEDIUM',
      'LOW',
    ]);
    expect(report.agents.find(({ agent }) => agent === 'code-quality-reviewer')).toMatchObject({
      partial: true,
      files_reviewed: 1,
      files_skipped: 2,
      skipped_files: ['b.ts', 'c.ts'],
    });
  });

  test('where nothing is left there is no warning, note or suggestion [SYNTH-06]', async () => {
    const { report } = await reviewAlone(reviewEverything, { files });
    expect([report.warnings, report.notes, report.suggestions]).toEqual([[], [], []]);
  });
});

describe('the verdict', () => {
  const quoted = { evidence: 'x y z' };
  const judge = async (
    findings: readonly ReviewEvent[],
    outcome: Partial<ReviewOutcome> = {},
    said: {
      readonly canVeto?: boolean;
      readonly ignoreVetoes?: boolean;
      readonly policy?: Partial<FindingPolicy>;
    } = {},
  ) => {
    const { report } = await reviewAlone(
      async function* (assignment) {
        yield* findings;
        yield* done(assignment);
        yield end(outcome);
      },
      {
        request: {
          roster: REVIEWERS.map((reviewer) => ({ ...reviewer, canVeto: said.canVeto ?? true })),
          ignoreVetoes: said.ignoreVetoes ?? false,
          policy: { ...NO_POLICY, ...said.policy },
        },
      },
    );
    return report;
  };

  test.each([
    ['nothing', [], {}, 'OK'],
    ['LOW', [finding('a.ts', 'LOW', quoted)], {}, 'OK'],
    ['MEDIUM', [finding('a.ts', 'MEDIUM', quoted)], {}, 'WARN'],
    ['HIGH, and the agent says OK', [finding('a.ts', 'HIGH', quoted)], { verdict: 'OK' as const }, 'WARN'],
    ['the agent says WARN', [], { verdict: 'WARN' as const }, 'WARN'],
    ['the agent says VETO of nothing', [], { verdict: 'VETO' as const, vetoReasons: ['x'] }, 'WARN'],
    [
      'the agent says VETO, and what it found stands',
      [finding('a.ts', 'LOW', quoted)],
      { verdict: 'VETO' as const, vetoReasons: ['x'] },
      'VETO',
    ],
    ['a confirmed CRITICAL', [finding('a.ts', 'CRITICAL', quoted)], {}, 'VETO'],
    ['a finding on no line', [finding('a.ts', 'CRITICAL', { ...quoted, line: 99 })], {}, 'OK'],
  ] as const)('%s [HOST-06, REV-12]', async (_what, findings, outcome, verdict) => {
    const report = await judge(findings, outcome);
    expect(report.verdict).toBe(verdict);
    expect(report.verdict_trace).toHaveLength(1);
  });

  test('a VETO without a verified finding warns and says why; the row of its agent keeps its word [HOST-06, REV-12, REV-26]', async () => {
    const veto = { verdict: 'VETO', vetoReasons: ['bad'] } as const;
    const invented = [finding('a.ts', 'CRITICAL', { evidence: 'not there' })];
    const report = await judge(invented, veto);
    expect(report.verdict).toBe('WARN');
    expect(report.verdict_trace).toEqual([
      'WARN: 1 CRITICAL remains',
      'WARN: security-reviewer said VETO, bad; no veto, since no finding of its own was verified',
    ]);
    expect(report.agents.map(({ verdict, veto_reasons }) => [verdict, veto_reasons])).toEqual([['VETO', ['bad']]]);
    expect((await judge(invented)).verdict_trace).toEqual(['WARN: 1 CRITICAL remains']);
    const flow = { severity: 'HIGH', source: 'a :1', sink: 'b :1', flow: ':1 → :1' } as const;
    const stated = await judge([finding('a.ts', 'HIGH', { evidence: 'not there', ...flow })]);
    expect(stated.verdict_trace).toEqual([
      'WARN: 1 HIGH remains',
      expect.stringMatching(/^WARN: H-01 is not verified, so it is no veto: exploit path: /u),
    ]);
    expect((await judge([finding('a.ts', 'HIGH', { ...quoted, ...flow })])).verdict).toBe('VETO');
  });

  test('a VETO without the right is a WARN, without a reason it is warned of, ignored it is listed [REV-12]', async () => {
    const veto = { verdict: 'VETO' } as const;
    const grave = [finding('a.ts', 'CRITICAL', quoted)];
    expect((await judge([], veto, { canVeto: false })).verdict).toBe('WARN');
    expect((await judge(grave, {}, { canVeto: false })).verdict).toBe('WARN');
    const bare = await judge([finding('a.ts', 'LOW', quoted)], veto);
    expect([bare.verdict, bare.warnings]).toEqual(['VETO', ['⚠️ security-reviewer vetoed without giving a reason']]);
    const ignored = await judge(grave, { ...veto, vetoReasons: ['bad'] }, { ignoreVetoes: true });
    expect(ignored.verdict).toBe('WARN');
    expect(ignored.warnings).toEqual([
      expect.stringMatching(/^⚠️ Ignored veto: C-01 by security-reviewer/u),
      '⚠️ Ignored veto: security-reviewer said VETO, bad',
    ]);
  });

  test('a severity that is overridden counts in the row of the agent as in the verdict [HOST-06, TRUST-02]', async () => {
    const override = (severity: Severity): Partial<FindingPolicy> => ({
      overrides: [{ rules: [], paths: [], severity, reason: 'a toy' }],
    });
    const rows = async (from: Severity, to: Severity) => {
      const { verdict, agents } = await judge([finding('a.ts', from, quoted)], {}, { policy: override(to) });
      return [verdict, ...agents.flatMap((row) => [row.verdict, ...row.veto_reasons])];
    };
    expect(await rows('CRITICAL', 'LOW')).toEqual(['OK', 'OK']);
    expect(await rows('CRITICAL', 'HIGH')).toEqual(['WARN', 'WARN']);
    expect(await rows('LOW', 'HIGH')).toEqual(['WARN', 'WARN']);
    expect(await rows('CRITICAL', 'CRITICAL')).toEqual(['VETO', 'VETO', expect.any(String)]);
  });

  test.each([
    ['lowered', 'CRITICAL', 'LOW', 'WARN'],
    ['raised', 'LOW', 'HIGH', 'VETO'],
    ['left as it is', 'HIGH', 'HIGH', 'VETO'],
  ] as const)(
    'the VETO of an agent whose only finding is %s by an override [HOST-06, REV-26, SUPP-01]',
    async (_what, from, severity, verdict) => {
      const policy = { overrides: [{ rules: [], paths: [], severity, reason: 'a toy' }] };
      const veto = { verdict: 'VETO', vetoReasons: ['bad'] } as const;
      const report = await judge([finding('a.ts', from, quoted)], veto, { policy });
      expect(report.verdict).toBe(verdict);
      expect(report.verdict_trace.join().includes('lowered by an override')).toBe(verdict === 'WARN');
    },
  );

  test('a VETO whose findings are all suppressed says that they are [HOST-06, SUPP-01]', async () => {
    const ignore: Suppression = {
      kind: 'configuration',
      place: 'configuration',
      fingerprint: null,
      rules: [],
      paths: [],
      line: null,
      reason: 'accepted',
      until: null,
      by: null,
    };
    const veto = { verdict: 'VETO', vetoReasons: ['bad'] } as const;
    const trace = async (...findings: readonly ReviewEvent[]) =>
      (await judge(findings, veto, { policy: { suppressions: [ignore] } })).verdict_trace[0];
    const start = 'WARN: security-reviewer said VETO, bad; no veto, since';
    const verified = finding('a.ts', 'CRITICAL', quoted);
    const invented = finding('a.ts', 'CRITICAL', { evidence: 'not there' });
    expect(await trace(verified)).toBe(`${start} the findings it rests on are suppressed or lowered by an override`);
    expect(await trace(invented)).toBe(`${start} the findings it rests on are suppressed or lowered by an override`);
    expect(await trace()).toBe(`${start} no finding of its own was verified`);
  });
});
