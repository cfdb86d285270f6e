import { describe, expect, test } from 'vitest';
import type { Assignment, Driver, ReviewEvent, ReviewTools } from '../../ports/driver.ts';
import { claimFinding } from '../../protocol/findings/finding.ts';
import { type FindingPolicy, NO_POLICY, type Suppression } from '../../protocol/findings/suppression.ts';
import { createTestEngine, type TestEngineOptions, writeWords } from '../../testing/engine.ts';
import { completed, reviewEverything } from '../../testing/scripted-driver.ts';

const IGNORED: Suppression = {
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

const AGENT = 'code-quality-reviewer';

type Review = (assignment: Assignment, tools: ReviewTools) => AsyncIterable<ReviewEvent>;

const driver = (name: string, review: Review, more: Partial<Driver> = {}): Driver & { seen: Assignment[] } => {
  const seen: Assignment[] = [];
  return {
    name,
    hasContext: true,
    seen,
    ...more,
    review(assignment, tools) {
      seen.push(assignment);
      return review(assignment, tools);
    },
  };
};

const claim = (line: number): ReviewEvent => ({
  kind: 'finding',
  finding: claimFinding({
    severity: 'MEDIUM',
    category: 'logic',
    file: 'a.ts',
    line,
    title: `Wrong at ${line}`,
    issue: `Something is wrong in line ${line}`,
  }),
});

async function* finds(assignment: Assignment): AsyncIterable<ReviewEvent> {
  yield claim(1);
  yield* reviewEverything(assignment);
}

async function* fails(): AsyncIterable<ReviewEvent> {
  yield { kind: 'outcome', outcome: { ...completed, status: 'failed', cutoffReason: 'error', message: 'no answer' } };
}

const run = (options: Omit<TestEngineOptions, 'files'> & Partial<TestEngineOptions>) =>
  createTestEngine({
    files: { 'a.ts': 'x\ny\n' },
    ...options,
    request: { reviewerNames: [AGENT], ...options.request },
  });

describe('a panel', () => {
  test.each<[string, Partial<FindingPolicy>]>([
    ['lowered', { overrides: [{ rules: ['weak-hash'], paths: [], severity: 'LOW', reason: 'a toy' }] }],
    ['suppressed', { suppressions: [{ ...IGNORED, rules: ['weak-hash'] }] }],
  ])('what a rule finds beside every model and is %s vetoes in no row', async (_, policy) => {
    const hit = claimFinding({
      severity: 'CRITICAL',
      file: 'a.ts',
      line: 1,
      title: 'a',
      issue: 'b',
      rule: 'weak-hash',
    });
    async function* review(assignment: Assignment): AsyncIterable<ReviewEvent> {
      yield { kind: 'finding', finding: { ...hit, evidence: 'x' }, isAnalyzers: true };
      yield* reviewEverything(assignment);
    }
    const request = { reviewerNames: ['security-reviewer'], policy: { ...NO_POLICY, ...policy } };
    const { report } = await run({ driver: driver('m/a', review), panel: [driver('m/b', review)], request }).run();
    expect([report.verdict, ...report.agents.map(({ verdict }) => verdict)]).toEqual(['OK', 'OK', 'OK']);
  });

  test('every model of a reviewer has its own budget, branch, waves and row', async () => {
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`f${i}.ts`, writeWords(3000, 10)]));
    const a = driver('m/a', reviewEverything);
    const b = driver('m/b', reviewEverything);
    const engine = run({ files, driver: a, panel: [b] });
    const { report, events } = await engine.run();
    expect(report.budget.isolation).toBe('branch');
    expect(a.seen.length).toBeGreaterThan(1);
    expect(b.seen.map(({ wave, budgetTokens }) => [wave, budgetTokens])).toEqual(
      a.seen.map(({ wave, budgetTokens }) => [wave, budgetTokens]),
    );
    const branches = [...a.seen, ...b.seen].flatMap(({ branchId }) => branchId ?? []);
    expect(branches.length).toBeGreaterThan(1);
    expect(new Set(branches).size).toBe(branches.length);
    expect(report.agents.filter(({ wave }) => wave === 1).map(({ agent, model }) => [agent, model])).toEqual([
      [AGENT, 'm/a'],
      [AGENT, 'm/b'],
    ]);
    expect(new Set(events.flatMap((event) => (event.kind === 'agent' ? [event.agent] : [])))).toEqual(
      new Set([`${AGENT} (m/a)`, `${AGENT} (m/b)`]),
    );
    expect(report.complete).toBe(true);
  });

  test('coverage is the union; a model that failed is noted, the run goes on and is not complete', async () => {
    const { report } = await run({ driver: driver('m/a', finds), panel: [driver('m/b', fails)] }).run();
    expect(report.coverage.files.map(({ by, status }) => [by, status])).toEqual([
      [{ [AGENT]: 'reviewed' }, 'reviewed'],
    ]);
    expect(report.complete).toBe(false);
    expect(report.suggestions).toEqual([]);
    expect(report.warnings).toEqual([`⚠️ ${AGENT} (m/b) failed: no answer`]);
    expect(report.notes).toEqual([`${AGENT} (m/b): reviewed 0/1 files`]);
    expect(report.findings.map(({ agreement }) => agreement)).toEqual([{ k: 1, n: 1 }]);
  });

  test('where every model fails nothing is reviewed', async () => {
    const { report } = await run({ driver: driver('m/a', fails), panel: [driver('m/b', fails)] }).run();
    expect(report.coverage.files.map(({ status }) => status)).toEqual(['skipped']);
    expect(report.notes).toContain(`${AGENT}: reviewed 0/1 files`);
    expect(report.suggestions).toEqual(['Consider: /consensus-review a.ts']);
  });
});

describe('the second round of ci', () => {
  /** Reads the first lines of its file in the second round, and judges all it is shown. */
  const judge = (lines: number): Review =>
    async function* (assignment, tools) {
      const context = tools.context();
      const end_line = assignment.others === undefined ? 2000 : lines;
      for (const { path } of assignment.files) await context.call('read_file', { path, start_line: 1, end_line });
      const opinions = (assignment.others ?? []).map(({ id }) => ({ id, stance: 'confirm' }) as const);
      yield { kind: 'outcome', outcome: { ...completed, opinions } };
    };
  const finder: Review = async function* (assignment, tools) {
    if (assignment.others === undefined) {
      for (const { path } of assignment.files) await tools.context().call('read_file', { path });
      if (assignment.files.some(({ path }) => path === 'a.ts')) yield* [claim(1), claim(40)];
    }
    yield { kind: 'outcome', outcome: completed };
  };
  const delivered = { coverage: 'delivered' } as const;
  const names = ['a.ts', ...Array.from({ length: 10 }, (_, i) => `f${i}.ts`)];
  const files = Object.fromEntries(names.map((name) => [name, writeWords(2000, 60)]));

  test('an opinion counts only on lines that were before the agent in that round, and never as coverage', async () => {
    const b = driver('m/b', judge(20), delivered);
    const engine = run({
      files,
      driver: driver('m/a', finder, delivered),
      panel: [b],
      request: { reviewerNames: [AGENT], protocol: 'ci' },
    });
    const { report } = await engine.run();
    expect(report.budget.isolation).toBe('branch');
    const last = b.seen.at(-1);
    expect([last?.round, last?.files.map(({ path }) => path), last?.others?.map(({ line }) => line)]).toEqual([
      2,
      ['a.ts'],
      [1, 40],
    ]);
    expect(report.findings.map(({ line, agreement }) => [line, agreement])).toEqual([
      [1, { k: 2, n: 2 }],
      [40, { k: 1, n: 2 }],
    ]);
    expect(report.agents.filter(({ round }) => round === 2).map(({ model, status }) => [model, status])).toEqual([
      ['m/b', 'completed'],
    ]);
    expect(report.complete).toBe(true);
  });

  test('nobody is asked about a file it has not reviewed', async () => {
    const b = driver('m/b', async function* () {
      yield { kind: 'file-done', path: 'b.ts' };
      yield { kind: 'outcome', outcome: { ...completed, status: 'truncated', cutoffReason: 'error' } };
    });
    const { report } = await run({
      files: { 'a.ts': 'x\n', 'b.ts': 'y\n' },
      driver: driver('m/a', finds),
      panel: [b],
      request: { reviewerNames: [AGENT], protocol: 'ci' },
    }).run();
    expect(b.seen.map(({ round }) => round)).toEqual([1]);
    expect(report.rounds.map(({ round }) => round)).toEqual([1]);
  });

  test('takes no place where nobody found anything, and other protocols have none', async () => {
    const quiet = await run({ driver: driver('m/a', reviewEverything), request: { protocol: 'ci' } }).run();
    expect(quiet.report.rounds.map(({ round, decision }) => [round, decision])).toEqual([[1, 'converge']]);
    const other = await run({ driver: driver('m/a', finds), panel: [driver('m/b', reviewEverything)] }).run();
    expect([other.report.rounds, other.report.agents.length]).toEqual([[], 2]);
  });

  test('a limit that keeps it from taking place makes the review incomplete and is said', async () => {
    const account = {
      bound: () => undefined,
      isSpent: true,
      usage: { calls: 1, inputTokens: 1, outputTokens: 1, costUsd: 0 },
    };
    const { report } = await run({
      driver: driver('m/a', finds),
      panel: [driver('m/b', reviewEverything)],
      ports: { account: account as never },
      request: { reviewerNames: [AGENT], protocol: 'ci' },
    }).run();
    expect(report.complete).toBe(false);
    expect(report.warnings.join('\n')).toContain('the second round of the protocol ci did not take place');
    expect(report.rounds.map(({ decision }) => decision)).toEqual(['incomplete']);
  });
});
