/** The audit's state machine under ten thousand seeded schedules: what was injected must be what the report says. */
import { describe, expect, test } from 'vitest';
import type { BaselineScan } from '../../src/audit-port.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from '../../src/protocol/audit-mode.ts';
import { DIMENSIONS, type Dimension } from '../../src/protocol/dimension.ts';
import type { ReportDocument } from '../../src/protocol/report-document.ts';
import type { RunEvent } from '../../src/protocol/run-events.ts';
import { createTestAudit, EMPTY_BASELINE, type TestAudit } from '../../src/testing/audit-engine.ts';
import { createScriptedFleet, type FleetAct, type FleetBehaviour, type ScriptedFleet } from '../../src/testing/scripted-fleet.ts';

const SCHEDULES = Number(process.env.CONSENSUS_REVIEW_SCHEDULES ?? 10_000);
const FILE_TEXT = Array.from({ length: 300 }, (_, i) => `line ${i + 1}`).join('\n');
const FILES = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`src/${name}.ts`, FILE_TEXT]));

/** mulberry32: small, fast, the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const BEHAVIOURS: readonly FleetBehaviour[] = [
  'finish',
  'finish',
  'finish',
  'shallow',
  'false-claim',
  'cut-mild',
  'cut-mild',
  'cut-severe',
  'failed',
  'sibling_error',
  'not_found',
  'timeout',
  'throw',
];
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
const VERDICTS = ['confirmed', 'confirmed', 'downgraded', 'rejected', 'none', 'fail'] as const;
const FLOWS = ['complete', 'complete', 'in-place', 'broken', 'unknown'] as const;
const SCANS: readonly BaselineScan['semgrep']['status'][] = ['completed', 'partial', 'absent', 'failed'];

interface Schedule {
  readonly mode: AuditMode;
  readonly isLibrary: boolean;
  readonly fleet: ScriptedFleet;
  readonly audit: TestAudit;
}

function createSchedule(seed: number): Schedule {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const mode = pick(['quick', 'standard', 'standard', 'deep', 'deep', 'deep'] as const);
  const isLibrary = random() < 0.2;
  /** Some fleets are gloomy, some bright, so that total failures and clean runs both come up. */
  const gloom = random();
  const fleet = createScriptedFleet({
    behave: () => (random() < gloom ? pick(BEHAVIOURS.slice(3)) : 'finish'),
    findingCount: () => Math.floor(random() * 8),
    severity: () => pick(SEVERITIES),
    cutAt: random,
    verdict: () => pick(VERDICTS),
    flow: () => (random() < 0.02 ? 'throw' : pick(FLOWS)),
  });
  const semgrep = pick(SCANS);
  const ticks = Math.floor(random() * 5);
  const agents = random() < 0.3 ? 1 + Math.floor(random() * 9) : null;
  const audit = createTestAudit({
    files: FILES,
    driver: fleet,
    recon: { isLibrary, entryPoints: [], spots: [] },
    baseline: async () => {
      for (let i = 0; i < ticks; i++) await new Promise<void>((resolve) => setImmediate(resolve));
      return { ...EMPTY_BASELINE, semgrep: { status: semgrep, reason: null, findings: [] } };
    },
    request: { mode, agents },
  });
  return { mode, isLibrary, fleet, audit };
}

const statesOf = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap((event) => (event.kind === 'transition' ? [event.to] : []));

/** Independent of the product's own evaluation: which dimensions some round covered as a whole. */
function expectCovered(acts: readonly FleetAct[], report: ReportDocument): ReadonlySet<Dimension> {
  const covered = new Set<Dimension>();
  const rows = new Map((report.audit?.agents ?? []).map((row) => [row.agent, row]));
  for (const round of new Set(acts.map(({ task }) => task.round))) {
    const own = acts.filter(({ task }) => task.round === round);
    for (const dimension of DIMENSIONS) {
      const responsible = own.filter(({ task }) => task.dimensions.includes(dimension)).filter(({ task }) => {
        const retry = own.find((other) => rows.get(other.task.agentId)?.retry_of === task.agentId);
        return !retry?.task.dimensions.includes(dimension);
      });
      const restarted = responsible.filter(({ task }) => rows.get(task.agentId)?.restart === true);
      const counting = restarted.length > 0 ? restarted : responsible;
      if (counting.length > 0 && counting.every(({ behaviour }) => behaviour === 'finish')) covered.add(dimension);
    }
  }
  return covered;
}

function checkReport({ mode, isLibrary, fleet, audit }: Schedule, report: ReportDocument): void {
  const { acts } = fleet;
  const states = statesOf(audit.events);
  const { maxRounds, fullProtocol } = AUDIT_MODE_PROFILES[mode];

  const emergencies = audit.events.filter((event) => event.kind === 'round' && event.isEmergency && event.status === 'started');
  expect(report.rounds.length - emergencies.length).toBeLessThanOrEqual(maxRounds);
  expect(emergencies.length).toBeLessThanOrEqual(fullProtocol ? 1 : 0);
  expect(states.at(-1)).toBe('REPORT');
  if (fullProtocol) expect(states.slice(-3)).toEqual(['DEEP_DIVE', 'VALIDATION', 'REPORT']);
  else expect(states).toEqual(['ROUND_1_RUNNING', 'ROUND_1_EVALUATION', 'REPORT']);

  const whole = acts.flatMap((act) => (act.task.maxFindings === null ? act.whole : act.whole.slice(0, act.task.maxFindings)));
  const titles = new Set(report.findings.map(({ title }) => title));
  const members = report.findings.reduce((sum, finding) => sum + finding.reported_by.length, 0);
  expect(members).toBeGreaterThanOrEqual(whole.length);
  for (const title of whole.filter((name) => !titles.has(name)))
    expect(report.findings.some(({ reported_by: by }) => by.some(({ agent }) => title.startsWith(agent)))).toBe(true);

  const cut = acts.filter(({ behaviour }) => behaviour.startsWith('cut')).map(({ task }) => task.agentId);
  expect(report.truncation.agents.map(({ agent }) => agent).sort()).toEqual(cut.sort());
  for (const { behaviour, task } of acts.filter((act) => act.behaviour.startsWith('cut'))) {
    const row = report.truncation.agents.find(({ agent }) => agent === task.agentId);
    expect(row?.severity).toBe(behaviour === 'cut-severe' ? 'severe' : 'mild');
  }

  const covered = expectCovered(acts, report);
  const notApplicable = isLibrary ? ['D2', 'D3', 'D6'] : [];
  for (const dimension of DIMENSIONS) {
    const mark = report.coverage.dimensions[dimension];
    if (notApplicable.includes(dimension)) expect(mark).toBe('N/A');
    else expect([dimension, mark === '✅']).toEqual([dimension, covered.has(dimension)]);
  }
  const open = DIMENSIONS.filter((dimension) => ['⚠️', '❌'].includes(report.coverage.dimensions[dimension] ?? ''));
  expect(report.coverage.gaps).toEqual(open);
  for (const dimension of open) expect(report.notes.some((note) => note.startsWith(dimension) && note.includes('not met'))).toBe(true);
  expect(report.notes.some((note) => note.startsWith('Findings that could not be recovered:'))).toBe(true);
  if (report.complete) expect([open.length <= 2, report.coverage.met, fullProtocol]).toEqual([true, true, true]);

  const incomplete = report.notes.some((note) => note.startsWith('audit incomplete'));
  if (incomplete) expect(report.complete).toBe(false);
  if (acts.every(({ behaviour }) => !['finish', 'shallow', 'false-claim'].includes(behaviour))) expect(incomplete).toBe(true);

  const perAgent = new Map<string, number>();
  for (const { retry_of: retried } of report.audit?.agents ?? [])
    if (retried !== null) perAgent.set(retried, (perAgent.get(retried) ?? 0) + 1);
  expect([...perAgent.values()].every((count) => count === 1)).toBe(true);
  if (fullProtocol)
    for (const { severity, status, id } of report.findings)
      if (status === 'unverified') expect([id, severity === 'MEDIUM' || severity === 'LOW']).toEqual([id, true]);
}

const CHUNK = 500;
describe('an audit ends within its caps, loses nothing whole and says what was injected', () => {
  test.each(Array.from({ length: Math.ceil(SCHEDULES / CHUNK) }, (_, i) => i))(
    'schedules of block %i [CONVERGE-02, CONVERGE-06, FAILURE-03, REPORT-01, REPORT-02, REPORT-03, REPORT-04, AUD-20]',
    async (block) => {
      for (let i = 0; i < CHUNK; i++) {
        const seed = block * CHUNK + i;
        const schedule = createSchedule(seed);
        try {
          checkReport(schedule, await schedule.audit.run());
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
    },
    120_000,
  );
});
