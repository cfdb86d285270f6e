import { describe, expect, test } from 'vitest';
import type { LedgerView } from '../../ports/agent-tools.ts';
import type { Assignment, ReviewEvent } from '../../ports/driver.ts';
import type { Repository } from '../../ports/repository.ts';
import { AGENT_TIMEOUT_MS } from '../../protocol/budget/agent-timeout.ts';
import { parseFollowUp } from '../../protocol/coverage/follow-up.ts';
import { type ClaimedFinding, claimFinding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { createTestEngine, writeWords } from '../../testing/engine.ts';
import { createFixedClock } from '../../testing/fixed-ports.ts';
import { completed, createScriptedDriver, reviewEverything } from '../../testing/scripted-driver.ts';

const FIVE = [
  'security-reviewer',
  'vulnerability-reviewer',
  'code-quality-reviewer',
  'documentation-reviewer',
  'user-persona-reviewer',
];
const SIX = [
  'security-reviewer',
  'vulnerability-reviewer',
  'go-reviewer',
  'code-quality-reviewer',
  'documentation-reviewer',
  'user-persona-reviewer',
];
const everybody = (names = FIVE): Record<string, typeof reviewEverything> =>
  Object.fromEntries(names.map((name) => [name, reviewEverything]));

const finding = (file: string, line: number, severity: Severity, more: Partial<ClaimedFinding> = {}): ReviewEvent => ({
  kind: 'finding',
  finding: claimFinding({
    severity,
    file,
    line,
    title: `problem in ${file}`,
    issue: `problem in ${file} line ${line}`,
    ...more,
  }),
});

const only = (name: string): { reviewerNames: string[] } => ({ reviewerNames: [name] });
const kinds = (events: readonly RunEvent[], kind: RunEvent['kind']): RunEvent[] =>
  events.filter((event) => event.kind === kind);

describe('phases of a review', () => {
  test('run in order, and no agent starts before the budgets are known [SCOPE-01, ISOLATION-04]', async () => {
    const { events } = await createTestEngine({
      files: { 'a.ts': 'x\n' },
      driver: createScriptedDriver(everybody()),
    }).run();
    const phases = events.flatMap((event) => (event.kind === 'phase' ? [`${event.phase} ${event.status}`] : []));
    expect(phases).toEqual([1, 2, 3, 4].flatMap((phase) => [`${phase} started`, `${phase} finished`]));
    const plan = events.findIndex((event) => event.kind === 'plan');
    expect(plan).toBeGreaterThan(-1);
    expect(events.findIndex((event) => event.kind === 'agent')).toBeGreaterThan(plan);
  });

  test('scope detection and indexing run at the same time [SCOPE-02, CONTEXT-04]', async () => {
    const { events } = await createTestEngine({
      files: { 'a.ts': 'x\n', 'b.ts': 'y\n' },
      driver: createScriptedDriver(everybody()),
    }).run();
    const steps = kinds(events, 'step').flatMap((event) =>
      event.kind === 'step' ? [`${event.step} ${event.status}`] : [],
    );
    expect(steps.slice(0, 2).sort()).toEqual(['index started', 'scope started']);
    expect(steps.slice(2)).toEqual(['scope finished', 'index finished']);
  });

  test('all six agents start before any ends, each knowing its budget [SCOPE-09, BUDGET-07]', async () => {
    const driver = createScriptedDriver(everybody(SIX));
    const { events } = await createTestEngine({ files: { 'main.go': 'package main\n' }, driver }).run();
    const states = events.flatMap((event) =>
      event.kind === 'agent' && event.status !== 'progress' ? [event.status] : [],
    );
    expect(states).toEqual([...SIX.map(() => 'started'), ...SIX.map(() => 'finished')]);
    expect(driver.assignments.every((assignment) => assignment.budgetTokens > 0)).toBe(true);
  });

  test('a limit on concurrency is kept', async () => {
    const { events } = await createTestEngine({
      files: { 'a.ts': 'x\n' },
      driver: createScriptedDriver(everybody()),
      request: { concurrency: 1 },
    }).run();
    const states = events.flatMap((event) =>
      event.kind === 'agent' && event.status !== 'progress' ? [event.status] : [],
    );
    expect(states.slice(0, 4)).toEqual(['started', 'finished', 'started', 'finished']);
  });
});

describe('scope', () => {
  test('names files, languages and agents; go-reviewer comes with the first Go file [SCOPE-03, REV-09, REV-24]', async () => {
    const files = { 'src/a.ts': 'one two\n', 'cmd/main.go': 'package main\n', 'notes.xyz': 'text\n' };
    const driver = createScriptedDriver(everybody(SIX));
    const { report } = await createTestEngine({ files, driver, repository: { branch: 'feature/x' } }).run();
    expect(report.scope.languages).toEqual({ go: 1, other: 1, typescript: 1 });
    expect(report.agents.map((row) => row.agent)).toEqual(SIX);
    const goFiles = driver.assignments.find((a) => a.reviewer.name === 'go-reviewer')?.files.map((file) => file.path);
    expect(goFiles).toEqual(['cmd/main.go']);
    expect(report.coverage.files.find((file) => file.path === 'src/a.ts')?.by).not.toHaveProperty('go-reviewer');
    const without = await createTestEngine({
      files: { 'src/a.ts': 'x\n' },
      driver: createScriptedDriver(everybody()),
    }).run();
    expect(without.report.agents.map((row) => row.agent)).toEqual(FIVE);
  });

  test('every file has its tokens and branch, and the total is their sum [SCOPE-04, SCOPE-06, SCOPE-07]', async () => {
    const driver = createScriptedDriver(everybody());
    const files = { 'a.ts': writeWords(100), 'b.ts': writeWords(200), 'c.ts': writeWords(300) };
    const { report } = await createTestEngine({ files, driver, repository: { branch: 'feature/x' } }).run();
    expect(report.scope.tokens).toBe(600);
    expect(report.budget.total_tokens).toBe(600);
    const entries = driver.assignments[0]?.files.map(({ path, tokens, branch }) => ({ path, tokens, branch }));
    expect(entries).toEqual([
      { path: 'a.ts', tokens: 100, branch: 'feature/x' },
      { path: 'b.ts', tokens: 200, branch: 'feature/x' },
      { path: 'c.ts', tokens: 300, branch: 'feature/x' },
    ]);
  });

  test('a change set of 12 files in a repository of 500 is 12 entries [SCOPE-05]', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => {
        const path = `f${String(i).padStart(3, '0')}.ts`;
        return [path, i % 42 === 0 ? { text: 'new\n', base: 'old\n', changed: [{ start: 1, end: 1 }] } : 'same\n'];
      }),
    );
    const { report } = await createTestEngine({
      files,
      driver: createScriptedDriver(everybody()),
      request: { selection: { kind: 'staged' } },
    }).run();
    expect(report.scope.files).toBe(12);
    expect(report.coverage.files).toHaveLength(12);
  });

  test('an empty scope is an error of its own; a file out of reach is not an empty scope [HOST-09]', async () => {
    await expect(
      createTestEngine({ files: { 'a.png': { unusable: 'binary' } }, driver: createScriptedDriver({}) }).run(),
    ).rejects.toMatchObject({ code: 'empty-scope', exit: 5 });
    const { report } = await createTestEngine({
      files: { 'a.ts': { unusable: 'too-large' } },
      driver: createScriptedDriver(everybody()),
    }).run();
    expect({ complete: report.complete, ignored: report.scope.ignored }).toEqual({
      complete: false,
      ignored: [{ path: 'a.ts', reason: 'too-large' }],
    });
  });

  test('files that belong to none of the chosen reviewers are an empty scope', async () => {
    const engine = createTestEngine({
      files: { 'README.md': 'x' },
      driver: createScriptedDriver({}),
      request: only('go'),
    });
    await expect(engine.run()).rejects.toMatchObject({ code: 'empty-scope', exit: 5 });
  });

  test('a reviewer nobody knows is refused before anything is read', async () => {
    const engine = createTestEngine({
      files: { 'a.ts': 'x' },
      driver: createScriptedDriver({}),
      request: only('nobody'),
    });
    await expect(engine.run()).rejects.toMatchObject({ code: 'unknown-reviewer', exit: 2 });
  });
});

describe('budgets and isolation', () => {
  test('budgets follow tokens, one scale for all agents [BUDGET-05, BUDGET-06, SUCCESS-03]', async () => {
    const budgets = async (tokens: number): Promise<Record<string, number>> => {
      const files = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${i}.ts`, writeWords(tokens)]));
      const { report } = await createTestEngine({
        files,
        driver: createScriptedDriver(everybody(), { hasContext: false }),
      }).run();
      return Object.fromEntries(report.agents.map((row) => [row.agent, row.budget_tokens]));
    };
    const [small, large] = [await budgets(500), await budgets(1000)];
    expect(large['security-reviewer']).toBeGreaterThan(small['security-reviewer'] ?? Infinity);
    for (const row of [small, large]) expect(row['security-reviewer']).toBe(2 * (row['documentation-reviewer'] ?? 0));
  });

  test('the scale comes from the whole scope, whoever reviews it [REV-24, BUDGET-06]', async () => {
    const files = { 'a.ts': writeWords(8192), 'main.go': writeWords(8192) };
    const { report } = await createTestEngine({
      files,
      driver: createScriptedDriver({ 'go-reviewer': reviewEverything }),
      request: only('go'),
    }).run();
    expect(report.budget).toEqual({ total_tokens: 16_384, scale: 2, isolation: 'shared' });
    expect(report.agents[0]?.budget_tokens).toBe(16_384);
  });

  test.each([
    [16_384, 'shared', 0],
    [16_385, 'branch', 6],
  ])(
    '%i tokens are reviewed in %s contexts, %i branches [ISOLATION-01, ISOLATION-02, ISOLATION-03, SUCCESS-04]',
    async (tokens, isolation, branches) => {
      const driver = createScriptedDriver(everybody(SIX), { hasContext: false });
      const { report, events } = await createTestEngine({ files: { 'main.go': writeWords(tokens) }, driver }).run();
      expect(report.budget.isolation).toBe(isolation);
      const created = events.flatMap((event) =>
        event.kind === 'branch' && event.status === 'created' ? [event.branchId] : [],
      );
      const returned = events.flatMap((event) =>
        event.kind === 'branch' && event.status === 'returned' ? [event.branchId] : [],
      );
      expect(new Set(created).size).toBe(branches);
      expect([...returned].sort()).toEqual([...created].sort());
      expect(report.agents).toHaveLength(6);
    },
  );

  test('what one agent reads never reaches another [ISOLATION-03]', async () => {
    const seen: Record<string, unknown[]> = {};
    const watch = async function* (assignment: Assignment, ledger: LedgerView): AsyncIterable<ReviewEvent> {
      seen[assignment.reviewer.name] = [assignment, ledger];
      yield* reviewEverything(assignment);
    };
    const files = { 'main.go': writeWords(20_000) };
    await createTestEngine({
      files,
      driver: createScriptedDriver(Object.fromEntries(SIX.map((name) => [name, watch])), { hasContext: false }),
    }).run();
    const contexts = Object.values(seen);
    expect(contexts).toHaveLength(6);
    for (const a of contexts) for (const b of contexts) if (a !== b) expect(a[1]).not.toBe(b[1]);
    expect(new Set(contexts.map(([assignment]) => (assignment as Assignment).branchId)).size).toBe(6);
  });
});

describe('host-metered degradation', () => {
  /** Writes findings until the host says stop; each costs about `words` tokens. */
  const scribble = (files: number, words: number, severity: Severity = 'HIGH') =>
    async function* (assignment: Assignment, ledger: LedgerView): AsyncIterable<ReviewEvent> {
      for (const file of assignment.files.slice(0, files)) {
        if (ledger.mode === 'force_return') break;
        yield finding(file.path, 1, severity, { issue: writeWords(words) });
        yield { kind: 'file-done', path: file.path };
      }
      yield {
        kind: 'outcome',
        outcome: { ...completed, cutoffReason: ledger.mode === 'force_return' ? 'budget' : null },
      };
    };
  const twelve = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`f${String(i).padStart(2, '0')}.ts`, 'x y z\n']),
  );

  test('at 0.95 analysis ends, what was found is returned, and the rest is named [MODE-12, MODE-13, MODE-14, MODE-15]', async () => {
    const driver = createScriptedDriver({ 'documentation-reviewer': scribble(12, 1320) });
    const { report } = await createTestEngine({
      files: twelve,
      driver,
      request: { ...only('documentation'), waves: 1 },
    }).run();
    const row = report.agents[0];
    expect(row).toMatchObject({
      partial: true,
      cutoff_reason: 'budget',
      mode: 'force_return',
      files_reviewed: 3,
      files_skipped: 9,
    });
    expect(row?.skipped_files).toEqual(Object.keys(twelve).slice(3));
    expect(row?.recommendation).toBe(`Re-run review with: /consensus-review ${Object.keys(twelve).slice(3).join(' ')}`);
    expect(report.findings).toHaveLength(3);
    expect(row?.budget_used_percent).toBeGreaterThanOrEqual(95);
    expect(row?.budget_used_percent).toBeLessThan(100);
  });

  test('MEDIUM and LOW after 0.80 are counted, not kept; before it they stay [MODE-08, MODE-11, REV-15]', async () => {
    const script = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
      yield finding('f00.ts', 1, 'MEDIUM', { title: 'early' });
      yield finding('f00.ts', 1, 'HIGH', { title: 'large', cwe: 'CWE-1', issue: writeWords(3400) });
      yield finding('f01.ts', 1, 'MEDIUM', { title: 'late' });
      yield finding('f01.ts', 1, 'LOW', { title: 'late' });
      yield finding('f01.ts', 1, 'CRITICAL', { title: 'grave', cwe: 'CWE-2' });
      yield* reviewEverything(assignment);
    };
    const { report } = await createTestEngine({
      files: twelve,
      driver: createScriptedDriver({ 'documentation-reviewer': script }),
      request: { ...only('documentation'), waves: 1 },
    }).run();
    expect(report.findings.map((f) => f.title).sort()).toEqual(['early', 'grave', 'large']);
    expect(report.agents[0]).toMatchObject({
      mode: 'high_severity_only',
      partial: false,
      cutoff_reason: null,
      skipped: { medium_count: 1, low_count: 1 },
    });
  });

  test('beyond full analysis a finding names its place only, and its file is reviewed at reduced depth [MODE-09, MODE-10, REV-18]', async () => {
    const script = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
      yield finding('f00.ts', 1, 'HIGH', { title: 'large', cwe: 'CWE-1', evidence: 'x y z', issue: writeWords(3400) });
      yield { kind: 'file-done', path: 'f00.ts' };
      yield finding('f01.ts', 1, 'HIGH', {
        title: 'short',
        cwe: 'CWE-2',
        evidence: 'x y z',
        recommendation: 'Use parameters: db.query(sql, [id])',
        related: ['F001'],
      });
      for (const file of assignment.files.slice(1)) yield { kind: 'file-done', path: file.path };
      yield { kind: 'outcome', outcome: completed };
    };
    const { report } = await createTestEngine({
      files: twelve,
      driver: createScriptedDriver({ 'documentation-reviewer': script }),
      request: { ...only('documentation'), waves: 1 },
    }).run();
    const short = report.findings.find((f) => f.title === 'short');
    expect(short).toMatchObject({
      evidence: 'f01.ts:1',
      recommendation: 'Use parameters',
      related: [],
      status: 'confirmed',
    });
    expect(report.complete).toBe(true);
    expect(report.coverage.files.filter((file) => file.depth === 'reduced').map((file) => file.path)).toEqual(
      Object.keys(twelve).filter((path) => path !== 'f00.ts'),
    );
  });

  test('one agent at its end leaves the others in full mode [MODE-16]', async () => {
    const driver = createScriptedDriver({ ...everybody(), 'documentation-reviewer': scribble(12, 1320) });
    const { report } = await createTestEngine({ files: twelve, driver, request: { waves: 1 } }).run();
    expect(report.agents.map((row) => row.mode)).toEqual(['full', 'full', 'full', 'force_return', 'full']);
  });

  test('the host aborts at 0.98 although the agent goes on, and keeps what is complete [MODE-02, HOST-02]', async () => {
    const script = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
      for (const file of assignment.files) yield finding(file.path, 1, 'HIGH', { issue: writeWords(4040) });
      throw new Error('was not aborted');
    };
    const { report } = await createTestEngine({
      files: twelve,
      driver: createScriptedDriver({ 'documentation-reviewer': script }),
      request: { ...only('documentation'), waves: 1 },
    }).run();
    expect(report.agents[0]).toMatchObject({ status: 'completed', cutoff_reason: 'budget', files_reviewed: 0 });
    expect(report.findings).toHaveLength(1);
  });
});

describe('host checks', () => {
  const run = async (
    event: ReviewEvent,
  ): Promise<{ report: Awaited<ReturnType<ReturnType<typeof createTestEngine>['run']>>['report'] }> => {
    const script = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
      yield event;
      yield* reviewEverything(assignment);
    };
    return createTestEngine({
      files: { 'a.ts': 'const a = 1;\nconst b = a;\n' },
      driver: createScriptedDriver({ 'security-reviewer': script }),
      request: only('security'),
    }).run();
  };

  test('a quote that stands at its lines is confirmed, another is not', async () => {
    expect((await run(finding('a.ts', 2, 'LOW', { evidence: 'const b = a;' }))).report.findings[0]?.status).toBe(
      'confirmed',
    );
    expect((await run(finding('a.ts', 1, 'LOW', { evidence: 'const b = a;' }))).report.findings[0]?.status).toBe(
      'unverified',
    );
    expect((await run(finding('a.ts', 2, 'LOW'))).report.findings[0]).toMatchObject({
      status: 'unverified',
      extra: { doubt: 'no code was quoted' },
    });
  });

  test('a finding on lines that were never delivered is rejected, and a file of nobody is said [OUTPUT-11, HOST-10]', async () => {
    expect((await run(finding('a.ts', 99, 'CRITICAL', { evidence: 'x' }))).report.findings[0]?.status).toBe('rejected');
    const { report } = await run(finding('other.ts', 1, 'CRITICAL'));
    expect(report.findings).toEqual([]);
    expect(report.warnings.join('\n')).toContain('other.ts was not given to this agent');
  });

  test('an agent that hangs is left behind after its time, and the others stay [AUD-19]', async () => {
    expect(AGENT_TIMEOUT_MS).toMatchObject({ review: 300_000, audit: 900_000 });
    const clock = createFixedClock();
    const hang = async function* (): AsyncIterable<ReviewEvent> {
      yield finding('a.ts', 1, 'HIGH');
      clock.advance(AGENT_TIMEOUT_MS.review);
      await new Promise((resolve) => setImmediate(resolve));
      // The moment that it has to hand over what it has.
      clock.advance(1000);
      await new Promise(() => undefined);
    };
    const driver = createScriptedDriver({ ...everybody(), 'security-reviewer': hang });
    const { report } = await createTestEngine({ files: { 'a.ts': 'x\n' }, driver, ports: { clock } }).run();
    expect(report.agents.find((row) => row.agent === 'security-reviewer')).toMatchObject({
      partial: true,
      cutoff_reason: 'timeout',
      files_skipped: 1,
    });
    expect(report.warnings).toContain('⚠️ Incomplete results: 1 agents stopped early (timeout)');
    expect(report.findings).toHaveLength(1);
    expect(report.complete).toBe(false);
  });

  test('findings of one agent that name no line, or share one without a CWE, stay apart unless they say the same', async () => {
    const script = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
      const logic = { category: 'logic' };
      yield {
        kind: 'finding',
        finding: claimFinding({
          ...logic,
          severity: 'HIGH',
          file: 'a.ts',
          title: 'SQL injection in login',
          issue: 'query text',
        }),
      };
      yield {
        kind: 'finding',
        finding: claimFinding({
          ...logic,
          severity: 'HIGH',
          file: 'a.ts',
          title: 'Command injection in the export job',
          issue: 'shell text',
        }),
      };
      yield finding('a.ts', 2, 'LOW', { ...logic, title: 'Off by one', issue: 'The loop misses its last element' });
      yield finding('a.ts', 2, 'LOW', { ...logic, title: 'Wrong unit', issue: 'Seconds are passed as milliseconds' });
      yield finding('a.ts', 2, 'LOW', { ...logic, title: 'Wrong unit', issue: 'Seconds are passed as milliseconds' });
      yield* reviewEverything(assignment);
    };
    const driver = createScriptedDriver({ 'security-reviewer': script });
    const { report } = await createTestEngine({ files: { 'a.ts': 'a\nb\n' }, driver, request: only('security') }).run();
    expect(report.findings.map(({ title }) => title).sort()).toEqual([
      'Command injection in the export job',
      'Off by one',
      'SQL injection in login',
      'Wrong unit',
    ]);
  });

  test('a finding that the budget refuses opens another wave, and nothing is lost', async () => {
    const script = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
      const file = assignment.files[0];
      for (const line of [1, 2].slice(file?.recorded ?? 0))
        yield finding('a.ts', line, 'HIGH', { issue: writeWords(2200), cwe: `CWE-${line}` });
      yield { kind: 'file-done', path: 'a.ts' };
      yield { kind: 'outcome', outcome: completed };
    };
    const driver = createScriptedDriver({ 'documentation-reviewer': script }, { hasContext: false });
    const { report } = await createTestEngine({
      files: { 'a.ts': 'a\nb\n' },
      driver,
      request: only('documentation'),
    }).run();
    expect(report.agents.map(({ wave, cutoff_reason }) => [wave, cutoff_reason])).toEqual([
      [1, 'budget'],
      [2, null],
    ]);
    expect({ complete: report.complete, findings: report.findings.length }).toEqual({ complete: true, findings: 2 });
  });

  test('a driver that throws or ends early leaves a record, never a clean result', async () => {
    const endings: Record<string, readonly ReviewEvent[] | typeof reviewEverything> = {
      ...everybody(),
      'security-reviewer': async function* () {
        yield finding('a.ts', 1, 'HIGH');
        throw new Error('analysis broke');
      },
      'documentation-reviewer': [],
    };
    const { report } = await createTestEngine({
      files: { 'a.ts': 'x\n' },
      driver: createScriptedDriver(endings),
    }).run();
    expect(report.complete).toBe(false);
    const rows = Object.fromEntries(report.agents.map((row) => [row.agent, `${row.status} ${row.cutoff_reason}`]));
    expect(rows).toMatchObject({
      'security-reviewer': 'failed error',
      'documentation-reviewer': 'failed error',
      'user-persona-reviewer': 'completed null',
    });
    expect(report.findings).toHaveLength(1);
    expect(report.warnings).toContain('⚠️ security-reviewer failed: analysis broke');
  });
});

describe('waves', () => {
  const files = Object.fromEntries(
    ['src/auth/login.ts', 'src/routes/orders.ts', 'src/orders/service.ts', 'src/utils/date.ts'].map((path) => [
      path,
      writeWords(5000),
    ]),
  );
  /** Four files of which a budget holds two. */
  const heavy = Object.fromEntries(Object.keys(files).map((path) => [path, writeWords(8200)]));
  /** Reads what it was assigned as long as it can pay for it. */
  const payer = (assignment: Assignment): AsyncIterable<ReviewEvent> => {
    const room = assignment.budgetTokens * 0.95;
    let read = 0;
    const done = assignment.files.filter(({ tokens }) => {
      read += tokens;
      return read < room;
    });
    return (async function* () {
      for (const { path } of done) yield { kind: 'file-done', path } as const;
      const cutoffReason = done.length < assignment.files.length ? ('budget' as const) : null;
      yield { kind: 'outcome', outcome: { ...completed, cutoffReason } } as const;
    })();
  };
  /** Takes what it was assigned. */
  const reader = async function* (assignment: Assignment): AsyncIterable<ReviewEvent> {
    yield* reviewEverything(assignment);
  };

  test('a constrained agent takes files in tier order; a single wave leaves the last tiers [PRIORITY-05, MODE-07, HOST-16]', async () => {
    const driver = createScriptedDriver({ 'security-reviewer': payer });
    const { report } = await createTestEngine({
      files: heavy,
      driver,
      request: { ...only('security'), waves: 1 },
    }).run();
    expect(driver.assignments[0]?.files.map((file) => file.path)).toEqual([
      'src/auth/login.ts',
      'src/routes/orders.ts',
      'src/orders/service.ts',
      'src/utils/date.ts',
    ]);
    expect(report.complete).toBe(false);
    expect(report.coverage.files.filter((file) => file.status === 'skipped').map((file) => file.path)).toEqual([
      'src/orders/service.ts',
      'src/utils/date.ts',
    ]);
    expect(report.agents[0]).toMatchObject({ partial: true, cutoff_reason: 'budget', files_reviewed: 2 });
  });

  test('by default what is left opens another wave, until everything is reviewed [PRIORITY-05, HOST-07, ISOLATION-04]', async () => {
    const driver = createScriptedDriver({ 'security-reviewer': reader });
    const { report, events } = await createTestEngine({ files, driver, request: only('security') }).run();
    expect(report.complete).toBe(true);
    expect(driver.assignments.map((a) => a.files.map((file) => file.path))).toEqual([
      ['src/auth/login.ts', 'src/routes/orders.ts'],
      ['src/orders/service.ts', 'src/utils/date.ts'],
    ]);
    expect(events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []))).toEqual([
      'next-wave',
      'converge',
    ]);
    expect(report.signals.map((signal) => [signal.coordinator_type, signal.requires_continuation])).toEqual([
      ['research', true],
      ['research', false],
      ['implementer', false],
    ]);
    expect(report.warnings).toEqual([]);
    expect(report.budget.total_tokens).toBe(20_000);
    const plans = events.flatMap((event) =>
      event.kind === 'plan' ? [[event.wave, event.totalTokens, event.isolation]] : [],
    );
    expect(plans).toEqual([
      [1, 20_000, 'branch'],
      [2, 10_000, 'shared'],
    ]);
  });

  test('in full mode every file of the scope is delivered [MODE-03]', async () => {
    const twelveFiles = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`f${i}.ts`, writeWords(50)]));
    const { report } = await createTestEngine({ files: twelveFiles, driver: createScriptedDriver(everybody()) }).run();
    expect(report.agents.map(({ files_reviewed, mode }) => [files_reviewed, mode])).toEqual(
      FIVE.map(() => [12, 'full']),
    );
  });

  test.each([
    [{ kind: 'staged' }, '--staged'],
    [{ kind: 'commit', revision: 'HEAD~1' }, "--commit 'HEAD~1'"],
    [{ kind: 'range', base: 'main', head: null }, '--base main'],
    [{ kind: 'range', base: 'main', head: 'feature/x' }, '--base main --head feature/x'],
    [{ kind: 'patch', text: '', origin: 'my change.diff' }, "--diff 'my change.diff'"],
    [{ kind: 'patch', text: '', origin: 'standard input' }, '--diff -'],
  ] as const)(
    'what is left of the change %j is suggested with that change [SYNTH-05, OUTPUT-10]',
    async (selection, flags) => {
      const files = Object.fromEntries(Object.entries(heavy).map(([path, text]) => [path, { text, changed: null }]));
      const driver = createScriptedDriver({ 'security-reviewer': payer });
      const request = { ...only('security'), waves: 1, selection };
      const { report } = await createTestEngine({ files, driver, request }).run();
      const command = `/consensus-review ${flags} --include src/orders/service.ts,src/utils/date.ts`;
      expect([report.suggestions, report.agents.map(({ recommendation }) => recommendation)]).toEqual([
        [`Consider: ${command}`],
        [`Re-run review with: ${command}`],
      ]);
    },
  );

  test('what is left at the end is warned of, noted and suggested in a runnable form [SUCCESS-02, SYNTH-03, SYNTH-04, SYNTH-05, REPORT-05, SCOPE-08]', async () => {
    const driver = createScriptedDriver({ 'security-reviewer': payer });
    const first = await createTestEngine({ files: heavy, driver, request: { ...only('security'), waves: 1 } }).run();
    expect(first.report.warnings).toEqual(['⚠️ Partial results: 1 agents hit budget limits']);
    expect(first.report.notes).toEqual(['security-reviewer: reviewed 2/4 files']);
    expect(first.report.suggestions).toEqual(['Consider: /consensus-review src/orders/service.ts src/utils/date.ts']);
    const { paths: patterns } = parseFollowUp(first.report.suggestions[0] ?? '');
    const again = createScriptedDriver({ 'security-reviewer': payer });
    const second = await createTestEngine({
      files: heavy,
      driver: again,
      request: { ...only('security'), selection: { kind: 'paths', patterns } },
    }).run();
    expect(second.report.coverage.files.map((file) => file.path)).toEqual([
      'src/orders/service.ts',
      'src/utils/date.ts',
    ]);
    expect(second.report.complete).toBe(true);
  });

  test.each([
    ['deadline', 'timeout', 'the deadline passed (--deadline)'],
    ['interrupt', 'aborted', 'the run was stopped'],
  ])(
    'files of a wave that the %s kept from beginning are open for that reason, not for a budget [REV-16]',
    async (stop, reason, said) => {
      const ending = new AbortController();
      const driver = createScriptedDriver({
        'security-reviewer': async function* (assignment) {
          for (const { path } of assignment.files) yield { kind: 'file-done', path };
          ending.abort(stop);
          yield { kind: 'outcome', outcome: completed };
        },
      });
      const ports = { signal: ending.signal };
      const { report } = await createTestEngine({ files: heavy, driver, request: only('security'), ports }).run();
      expect(report.agents.map(({ cutoff_reason, mode }) => [cutoff_reason, mode])).toEqual([[null, 'full']]);
      const open = report.coverage.files.filter(({ by }) => by['security-reviewer'] !== 'reviewed');
      expect(open.length).toBeGreaterThan(0);
      expect(new Set(open.map((file) => file.reason))).toEqual(new Set([reason]));
      expect(report.warnings).toEqual([
        `⚠️ Incomplete results: 1 agents stopped early (${reason})`,
        `⚠️ ${said}: not everything was reviewed`,
      ]);
    },
  );

  test('of many files that nobody began a stopped run names the first and counts the others [TRUST-08]', async () => {
    const ending = new AbortController();
    const driver = createScriptedDriver({
      'security-reviewer': async function* ({ files: [first] }) {
        yield { kind: 'file-done', path: first?.path ?? '' };
        ending.abort('deadline');
        yield { kind: 'outcome', outcome: { ...completed, cutoffReason: 'timeout' } };
      },
    });
    const many = Object.fromEntries(Array.from({ length: 4001 }, (_, i) => [`src/f${i}.ts`, 'a();\n']));
    const ports = { signal: ending.signal };
    const { report } = await createTestEngine({ files: many, driver, request: only('security'), ports }).run();
    expect([report.scope.files, report.coverage.files.length, report.coverage.ratio]).toEqual([4001, 2001, 0.0002]);
    expect(report.coverage.files.filter(({ status }) => status === 'reviewed')).toHaveLength(1);
    const [agent] = report.agents;
    expect([agent?.files_reviewed, agent?.files_skipped, agent?.skipped_files.length]).toEqual([1, 4000, 2000]);
    expect(parseFollowUp(report.suggestions[0] ?? '').paths).toHaveLength(2000);
    expect(report.notes).toEqual(['security-reviewer: reviewed 1/4001 files']);
    expect(report.warnings.at(-1)).toBe('⚠️ 2000 more files were not begun and are not listed');
  });

  test('reviewed and skipped make the scope, and share nothing [SUCCESS-05]', async () => {
    const driver = createScriptedDriver({
      ...everybody(),
      'security-reviewer': async function* (assignment) {
        yield { kind: 'file-done', path: assignment.files[0]?.path ?? '' };
        yield { kind: 'outcome', outcome: { ...completed, cutoffReason: 'budget' } };
      },
    });
    const { report } = await createTestEngine({ files, driver, request: { waves: 1 } }).run();
    for (const name of FIVE) {
      const cells = report.coverage.files.map((file) => file.by[name]);
      expect(cells.every((cell) => cell === 'reviewed' || cell === 'skipped')).toBe(true);
      expect(cells).toHaveLength(4);
    }
    expect(report.coverage.files.filter((file) => file.by['security-reviewer'] === 'reviewed')).toHaveLength(1);
  });

  test('a wave returns a research signal, the whole run an implementer signal [HOST-08, HOST-07]', async () => {
    const driver = createScriptedDriver({ 'security-reviewer': reader });
    const { report } = await createTestEngine({ files, driver, request: only('security') }).run();
    expect(report.signals).toEqual([
      {
        coordinator_type: 'research',
        summary_brief: 'Completed research on 1 topics with 0 findings. Context: 0%. Next: Wave 2.',
        work_remaining: ['security-reviewer'],
        context_exhausted: false,
        context_usage_percent: 0,
        requires_continuation: true,
        topics_completed: ['security-reviewer'],
        findings_total: 0,
        reports_created: 1,
      },
      {
        coordinator_type: 'research',
        summary_brief: 'Completed research on 1 topics with 0 findings. Context: 0%. Next: Report.',
        work_remaining: 0,
        context_exhausted: false,
        context_usage_percent: 0,
        requires_continuation: false,
        topics_completed: ['security-reviewer'],
        findings_total: 0,
        reports_created: 1,
      },
      {
        coordinator_type: 'implementer',
        summary_brief: 'Completed final Wave 2 (Phase 1-4) with 2 tasks. Context: 0%. Next: COMPLETE.',
        work_remaining: 0,
        context_exhausted: false,
        context_usage_percent: 0,
        requires_continuation: false,
        phases_completed: [1, 2, 3, 4],
        tasks_completed: 2,
        artifacts_created: [],
      },
    ]);
  });

  test('waves that make no progress end as incomplete', async () => {
    const driver = createScriptedDriver({
      'security-reviewer': [{ kind: 'outcome', outcome: { ...completed, cutoffReason: 'budget' } }],
    });
    const { report, events } = await createTestEngine({ files, driver, request: only('security') }).run();
    expect(report.complete).toBe(false);
    expect(events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : [])).at(-1)).toBe('incomplete');
  });
});

test('stopped before the first file was known, a run says in an honest partial report that nothing was reviewed', async () => {
  const opened = createTestEngine({ files: { 'a.ts': 'text' }, driver: createScriptedDriver({}) });
  const never: Repository = { ...opened.ports.repository, open: () => new Promise(() => undefined) };
  for (const repository of [opened.ports.repository, never]) {
    const stop = new AbortController();
    stop.abort('interrupt');
    const engine = createTestEngine({
      files: {},
      driver: createScriptedDriver({}),
      ports: { repository, signal: stop.signal },
    });
    const { report } = await engine.run();
    expect(report).toMatchObject({
      complete: false,
      verdict: 'WARN',
      verdict_trace: ['WARN: nothing was reviewed, so the verdict is not OK', 'incomplete: nothing was reviewed'],
      scope: { selection: 'whole folder' },
      findings: [],
    });
    expect(report.warnings.join()).toContain('the run was stopped while the scope was read');
    expect(report.agents.every(({ files_reviewed: reviewed }) => reviewed === 0)).toBe(true);
  }
});
