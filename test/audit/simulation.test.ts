/** The audit's state machine under ten thousand seeded schedules: what was injected must be what the report says. */
import { describe, expect, test } from 'vitest';
import type { BaselineScan } from '../../src/audit-port.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from '../../src/protocol/audit-mode.ts';
import { DIMENSIONS, type Dimension } from '../../src/protocol/dimension.ts';
import type { ReportDocument } from '../../src/protocol/report-document.ts';
import type { RunEvent } from '../../src/protocol/run-events.ts';
import { createTestAudit, EMPTY_BASELINE, type TestAudit } from '../../src/testing/audit-engine.ts';
import {
  createScriptedFleet,
  type FleetAct,
  type FleetBehaviour,
  type ScriptedFleet,
} from '../../src/testing/scripted-fleet.ts';

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
      const responsible = own
        .filter(({ task }) => task.dimensions.includes(dimension))
        .filter(({ task }) => {
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

const isCut = ({ behaviour }: FleetAct): boolean => behaviour.startsWith('cut');
const answers = ({ behaviour }: FleetAct): boolean => ['finish', 'shallow', 'false-claim'].includes(behaviour);

function checkCourse({ mode, audit }: Schedule, report: ReportDocument): void {
  const states = statesOf(audit.events);
  const { maxRounds, fullProtocol } = AUDIT_MODE_PROFILES[mode];
  const emergencies = audit.events.filter(
    (event) => event.kind === 'round' && event.isEmergency && event.status === 'started',
  );
  expect(report.rounds.length - emergencies.length).toBeLessThanOrEqual(maxRounds);
  expect(emergencies.length).toBeLessThanOrEqual(fullProtocol ? 1 : 0);
  expect(states.at(-1)).toBe('REPORT');
  if (fullProtocol) expect(states.slice(-3)).toEqual(['DEEP_DIVE', 'VALIDATION', 'REPORT']);
  else expect(states).toEqual(['ROUND_1_RUNNING', 'ROUND_1_EVALUATION', 'REPORT']);
  const retried = (report.audit?.agents ?? []).flatMap(({ retry_of: of }) => of ?? []);
  expect(new Set(retried).size).toBe(retried.length);
}

function checkFindings({ mode, fleet }: Schedule, report: ReportDocument): void {
  const whole = fleet.acts.flatMap(({ task, whole: titles }) => titles.slice(0, task.maxFindings ?? titles.length));
  const titles = new Set(report.findings.map(({ title }) => title));
  const members = report.findings.reduce((sum, finding) => sum + finding.reported_by.length, 0);
  expect(members).toBeGreaterThanOrEqual(whole.length);
  for (const title of whole.filter((name) => !titles.has(name)))
    expect(report.findings.some(({ reported_by: by }) => by.some(({ agent }) => title.startsWith(agent)))).toBe(true);
  if (!AUDIT_MODE_PROFILES[mode].fullProtocol) return;
  const unchecked = report.findings.filter(({ status }) => status === 'unverified' || status === 'needs_manual');
  expect(unchecked.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH')).toEqual([]);
}

function checkDisclosures({ fleet }: Schedule, report: ReportDocument): void {
  const cut = fleet.acts.filter(isCut);
  const said = report.truncation.agents.map(({ agent, severity }) => `${agent} ${severity}`);
  expect(said.sort()).toEqual(
    cut.map(({ task, behaviour }) => `${task.agentId} ${behaviour === 'cut-severe' ? 'severe' : 'mild'}`).sort(),
  );
  expect(report.notes.some((note) => note.startsWith('Findings that could not be recovered:'))).toBe(true);
  const incomplete = report.notes.some((note) => note.startsWith('audit incomplete'));
  if (incomplete) expect(report.complete).toBe(false);
  if (!fleet.acts.some(answers)) expect(incomplete).toBe(true);
}

function checkCoverage({ mode, isLibrary, fleet }: Schedule, report: ReportDocument): void {
  const covered = expectCovered(fleet.acts, report);
  const notApplicable = isLibrary ? ['D2', 'D3', 'D6'] : [];
  const expected = DIMENSIONS.map((dimension) =>
    notApplicable.includes(dimension) ? 'N/A' : covered.has(dimension) ? 'deep' : 'open',
  );
  const said = DIMENSIONS.map((dimension) => report.coverage.dimensions[dimension]);
  expect(said.map((mark) => (mark === '✅' ? 'deep' : mark === 'N/A' ? 'N/A' : 'open'))).toEqual(expected);
  const open = DIMENSIONS.filter((_, i) => expected[i] === 'open');
  expect(report.coverage.gaps).toEqual(open);
  const notMet = report.notes.filter((note) => note.includes(': not met')).map((note) => note.split(' ')[0]);
  expect(notMet).toEqual(open);
  if (report.complete) expect([report.coverage.met, AUDIT_MODE_PROFILES[mode].fullProtocol]).toEqual([true, true]);
}

function checkReport(schedule: Schedule, report: ReportDocument): void {
  checkCourse(schedule, report);
  checkFindings(schedule, report);
  checkDisclosures(schedule, report);
  checkCoverage(schedule, report);
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
