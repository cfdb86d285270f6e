/** Phases 3 and 4 on the real state machine: what a validator leaves open, what nobody followed, and a Semgrep that must run. */
import { describe, expect, test } from 'vitest';
import type { AuditDriver, BaselineScan, UndecidedFinding } from '../../src/ports/auditor.ts';
import type { Severity } from '../../src/protocol/findings/severity.ts';
import type { ValidationVerdict } from '../../src/protocol/output/result-blocks.ts';
import { createTestAudit, EMPTY_BASELINE, type TestAuditOptions } from '../support/audit-engine.ts';
import { createScriptedFleet } from '../support/scripted-fleet.ts';

const FILES = { 'src/a.ts': Array.from({ length: 300 }, (_, i) => `line ${i + 1}`).join('\n') };
const ALL_PASS = '1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)';

interface Said {
  readonly severity?: Severity;
  readonly verdict?: ValidationVerdict;
  readonly verification?: string;
  readonly undecided?: Omit<UndecidedFinding, 'id'>;
}

/** One agent with one finding, and a validator that says this of it. */
function auditorOf({ severity = 'CRITICAL', verdict = 'confirmed', verification = ALL_PASS, undecided }: Said) {
  const fleet = createScriptedFleet({
    behave: () => 'finish',
    findingCount: ({ round }) => (round === 1 ? 1 : 0),
    severity: () => severity,
    cutAt: () => 0,
    verdict: () => 'confirmed',
    flow: () => 'complete',
  });
  const driver: AuditDriver = {
    ...fleet,
    validate: async ({ findings }) => ({
      kind: 'decided',
      reason: null,
      method: 'a test',
      decisions: findings.flatMap(({ id }) =>
        undecided
          ? []
          : [{ id, verdict, verification, evidenceFile: 'src/a.ts:1', reason: 'read', contradiction: null }],
      ),
      ...(undecided ? { undecided: findings.map(({ id }) => ({ id, ...undecided })) } : {}),
    }),
  };
  return driver;
}

async function audit(said: Said, more: Partial<TestAuditOptions> = {}) {
  const report = await createTestAudit({
    files: FILES,
    driver: auditorOf(said),
    ...more,
    request: { agents: 1 },
  }).run();
  const [finding] = report.findings;
  const row = report.audit?.validation.find((each) => each.finding === finding?.id);
  return { report, finding, row };
}

describe('confidence follows the gates of validation [CONVERGE-03]', () => {
  test.each([
    ['every step passed', { verification: ALL_PASS }, ['CRITICAL', 'confirmed', 0.9]],
    [
      'the reach is open',
      { verification: '1:pass(a) 2:pass(b) 3:uncertain(c) 4:pass(d)' },
      ['MEDIUM', 'needs_manual', 0.6],
    ],
    ['a step was left out', { verification: '1:pass(a) 2:pass(b) 3:pass(c)' }, ['MEDIUM', 'needs_manual', 0.6]],
    ['nothing is said of any step', { verification: 'looks bad' }, ['MEDIUM', 'needs_manual', 0.6]],
    [
      'a step failed',
      { verification: '1:pass(a) 2:fail(quoted) 3:pass(c) 4:pass(d)' },
      ['MEDIUM', 'needs_manual', 0.9],
    ],
    ['a High with an open step', { severity: 'HIGH', verification: '1:pass(a)' }, ['MEDIUM', 'needs_manual', 0.6]],
  ] as const)('%s', async (_name, said, [severity, status, confidence]) => {
    const { finding } = await audit(said);
    expect([finding?.severity, finding?.status, finding?.confidence]).toEqual([severity, status, confidence]);
  });

  test.each([
    ['four steps', ALL_PASS, 'CRITICAL'],
    ['three steps', '1:pass(a) 2:pass(b) 3:pass(c)', 'MEDIUM'],
  ] as const)('a Medium of the class of a Critical is raised to it by %s', async (_name, verification, severity) => {
    const fleet = createScriptedFleet({
      behave: () => 'finish',
      findingCount: ({ round }) => (round === 1 ? 11 : 0),
      severity: (_task, index) => (index === 0 ? 'CRITICAL' : 'MEDIUM'),
      cutAt: () => 0,
      verdict: () => 'confirmed',
      flow: () => 'complete',
    });
    const driver: AuditDriver = {
      ...fleet,
      validate: async (task, session, signal) => {
        const outcome = await fleet.validate(task, session, signal);
        const isMinor = (id: string): boolean => task.findings.find((each) => each.id === id)?.severity === 'MEDIUM';
        const decisions = outcome.decisions.map((each) => (isMinor(each.id) ? { ...each, verification } : each));
        return { ...outcome, decisions };
      },
    };
    const names = Array.from({ length: 11 }, (_, i) => `src/${i}.ts`);
    const files = Object.fromEntries(names.map((name) => [name, FILES['src/a.ts']]));
    const { report } = await audit({}, { driver, files });
    const [critical] = report.findings.filter(({ title }) => title.includes('finding 1 '));
    const [minor] = report.findings.filter(({ title }) => title.includes('finding 11 '));
    expect([critical?.severity, minor?.severity, critical?.cwe === minor?.cwe]).toEqual(['CRITICAL', severity, true]);
  });

  test('who called something confirmed although a step failed is quoted', async () => {
    const { row } = await audit({ verification: '1:fail(no such call) 2:pass(b) 3:pass(c) 4:pass(d)' });
    expect(row).toMatchObject({
      verdict: 'undecided',
      method: 'a test',
      reason: 'reported as confirmed, although step 1 failed: no such call',
    });
  });

  test('what was looked at in vain keeps who looked, which steps were taken, and why it is open', async () => {
    const { row, finding } = await audit({ undecided: { verification: '1:pass(a) 2:uncertain(b)', reason: 'b' } });
    expect(finding).toMatchObject({ severity: 'MEDIUM', status: 'needs_manual' });
    expect(row).toMatchObject({
      verdict: 'undecided',
      method: 'a test',
      verification: '1:pass(a) 2:uncertain(b)',
      reason: 'b',
      stated_severity: 'CRITICAL',
    });
    expect(row?.validator).toMatch(/^(?:validator|orchestrator)-01$/u);
  });
});

describe('the deep dive', () => {
  const hot: BaselineScan = {
    ...EMPTY_BASELINE,
    embedded: {
      status: 'completed',
      findings: [],
    },
  };
  const withHotspot = (covered: boolean): AuditDriver => {
    const driver = auditorOf({ severity: 'LOW' });
    const hotspot = { file: 'src/a.ts', lines: { start: 7, end: 9 }, reason: 'a call' };
    return {
      ...driver,
      hunt: async (...args) => {
        const result = await driver.hunt(...args);
        return { ...result, trail: { ...result.trail, hotspots: [hotspot] } };
      },
      deepen: async (...args) => ({
        ...(await driver.deepen(...args)),
        hotspotsCovered: covered ? [{ ...hotspot }] : [],
      }),
    };
  };

  test.each([
    [true, 'completed', []],
    [false, 'partial', ['Phase 3 is partial: 1 of 1 hotspots was not followed to an entry point: src/a.ts:7']],
  ] as const)('a hotspot followed: %s, then the phase is %s [CONVERGE-02]', async (covered, status, notes) => {
    const { report } = await audit({}, { driver: withHotspot(covered), baseline: async () => hot });
    expect(report.audit?.deep_dive).toMatchObject({ status, hotspots: 1, hotspots_covered: covered ? 1 : 0 });
    expect(report.notes.filter((note) => note.startsWith('Phase 3'))).toEqual(notes);
    expect(report.warnings.includes('⚠️ Deep Dive Incomplete')).toBe(!covered);
    expect(report.audit?.markers.some((line) => line.startsWith(`[PHASE] phase:3 status:${status}`))).toBe(true);
  });

  test.each([
    ['holds, its lines read', { holds: true, reason: 'x', isVerified: true }, 'shown'],
    ['holds, its lines unread', { holds: true, reason: 'x', isVerified: false }, 'unverified'],
    ['fails, its lines unread', { holds: false, reason: 'x', isVerified: false }, 'candidate'],
    ['fails, its lines read', { holds: false, reason: 'x', isVerified: true }, undefined],
  ] as const)('a chain that %s is %s', async (_name, answer, standing) => {
    const fleet = createScriptedFleet({
      behave: () => 'finish',
      findingCount: () => 4,
      severity: () => 'HIGH',
      cutAt: () => 0,
      verdict: () => 'confirmed',
      flow: () => 'complete',
    });
    const driver: AuditDriver = {
      ...fleet,
      deepen: async (task, session, signal) => ({
        ...(await fleet.deepen(task, session, signal)),
        chains: new Map(task.chains.map(({ id }) => [id, answer])),
      }),
    };
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/${name}.ts`, FILES['src/a.ts']]));
    const { report } = await audit({}, { driver, files });
    expect(report.attack_chains[0]?.standing).toBe(standing);
    if (standing !== undefined) expect(report.attack_chains[0]).toMatchObject({ reason: 'x' });
    // Findings are merged behind Phase 3: its marker counts what was tested, the report what is left of it.
    const tested = /,chains_tested=(\d+)/u.exec(report.audit?.markers.join() ?? '');
    expect(Number(tested?.[1])).toBeGreaterThanOrEqual(report.attack_chains.length + (standing === undefined ? 1 : 0));
  });
});

describe('a Semgrep that must run [REGISTRY-06]', () => {
  const scanOf = (semgrep: BaselineScan['semgrep']) => async (): Promise<BaselineScan> => ({
    ...EMPTY_BASELINE,
    semgrep,
  });
  const start = (semgrep: BaselineScan['semgrep'], requireSemgrep: boolean) =>
    createTestAudit({
      files: FILES,
      driver: auditorOf({}),
      baseline: scanOf(semgrep),
      request: { agents: 1, requireSemgrep },
    });

  test.each([
    ['failed', 'no output', true],
    ['absent', 'not installed', true],
    ['absent', 'rules a.yml do not exist', true],
    ['partial', 'cut', false],
    ['completed', null, false],
  ] as const)('%s halts the audit: %s', async (status, reason, halts) => {
    const semgrep = { status, reason, findings: [] };
    const { run, events } = start(semgrep, true);
    if (!halts) await expect(run()).resolves.toMatchObject({ verdict: expect.any(String) });
    else
      await expect(run()).rejects.toMatchObject({
        code: 'semgrep-required',
        detail: `[HALT] Semgrep ${status}: ${reason}.`,
        advice: expect.stringContaining(reason === 'not installed' ? 'Install it' : 'gave no result'),
      });
    const states = events.flatMap((event) => (event.kind === 'transition' ? [`${event.from} ${event.to}`] : []));
    expect(states.at(-1)).toBe(halts ? 'ROUND_1_RUNNING HALT' : 'VALIDATION REPORT');
    expect(events.some((event) => event.kind === 'marker' && event.line.startsWith('[HALT]'))).toBe(halts);
    await expect(start(semgrep, false).run()).resolves.toBeDefined();
  });
});
