/** The audit's state machine under a thousand seeded schedules (ten thousand in a soak): what was injected must be what the report says. */
import { describe, expect, test } from 'vitest';
import type { BaselineScan } from '../../src/ports/auditor.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from '../../src/protocol/coverage/audit-mode.ts';
import { DIMENSIONS, type Dimension } from '../../src/protocol/findings/dimension.ts';
import { claimFinding } from '../../src/protocol/findings/finding.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { RunEvent } from '../../src/protocol/report/run-events.ts';
import { createTestAudit, type TestAudit } from '../support/audit-engine.ts';
import {
  createScriptedFleet,
  type FleetAct,
  type FleetBehaviour,
  type FleetClaim,
  type FleetPlace,
  type ScriptedFleet,
  SHARED,
} from '../support/scripted-fleet.ts';
import { times } from '../tier.ts';

const SCHEDULES = times(1000, 10_000);
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
const PLACES: readonly FleetPlace[] = ['own', 'own', 'own', 'elsewhere', 'beyond', 'nowhere', 'shared'];

interface Schedule {
  readonly mode: AuditMode;
  readonly scan: BaselineScan;
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
  const strays = random() < 0.7;
  const scan = createScan(pick(SCANS), Math.floor(random() * 4), Math.floor(random() * 4));
  const fleet = createScriptedFleet({
    behave: () => (random() < gloom ? pick(BEHAVIOURS.slice(3)) : 'finish'),
    findingCount: () => Math.floor(random() * 8),
    place: ({ agentId }, index) =>
      strays ? (PLACES[hash(`${seed} ${agentId} ${index}`) % PLACES.length] ?? 'own') : 'own',
    rulesOut: ({ agentId }) => hash(`${seed} ${agentId}`) % 3 === 0,
    paths: Object.keys(FILES),
    severity: () => pick(SEVERITIES),
    cutAt: random,
    verdict: () => pick(VERDICTS),
    flow: () => (random() < 0.02 ? 'throw' : pick(FLOWS)),
  });
  const ticks = Math.floor(random() * 5);
  const agents = random() < 0.3 ? 1 + Math.floor(random() * 9) : null;
  const audit = createTestAudit({
    files: FILES,
    driver: fleet,
    recon: { isLibrary, entryPoints: [], spots: [] },
    baseline: async () => {
      for (let i = 0; i < ticks; i++) await new Promise<void>((resolve) => setImmediate(resolve));
      return scan;
    },
    request: { mode, agents },
  });
  return { mode, scan, isLibrary, fleet, audit };
}

/** FNV-1a: the same answer however often it is asked. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** What the scanners find: nothing where Semgrep did not come to an end. */
function createScan(status: BaselineScan['semgrep']['status'], hits: number, baseline: number): BaselineScan {
  const found = status === 'completed' || status === 'partial' ? hits : 0;
  return {
    semgrep: {
      status,
      reason: null,
      findings: Array.from({ length: found }, (_, i) =>
        claimFinding({
          severity: 'HIGH',
          title: 'scanned',
          issue: 'scanned',
          dimension: 'D1',
          cwe: 'CWE-78',
          file: 'src/g.ts',
          line: 20 * (i + 1),
          rule: `semgrep-rule-${i}`,
        }),
      ),
    },
    embedded: {
      status: 'completed',
      findings: Array.from({ length: baseline }, (_, i) =>
        claimFinding({
          severity: 'HIGH',
          title: `baseline ${i}`,
          issue: 'scanned',
          dimension: 'D1',
          cwe: 'CWE-95',
          file: 'src/f.ts',
          line: 40 * (i + 1),
          endLine: 40 * (i + 1),
          evidence: `line ${40 * (i + 1)}`,
          rule: `rule-${i}`,
        }),
      ),
    },
    analyzers: [{ name: 'semgrep', version: '1.0.0', status, findings: found, reason: null }],
  };
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

interface Said {
  readonly act: FleetAct;
  readonly claim: FleetClaim;
  /** Recorded by the host: arrived, and within what a reduced retry may bring. */
  readonly isKept: boolean;
  /** At a place that an earlier round has ruled out. */
  readonly isRuledOut: boolean;
}

/** What must have become of every claim, from what was injected alone. */
function listSaid({ fleet: { acts } }: Schedule): readonly Said[] {
  const ruledOut = (round: number): boolean => acts.some((act) => act.rulesOut && act.task.round < round);
  return acts.flatMap((act) => {
    const arrived = act.claims.filter(({ fate }) => fate === 'whole' || fate === 'usable');
    const kept = new Set(arrived.slice(0, act.task.maxFindings ?? arrived.length));
    return act.claims.map((claim) => ({
      act,
      claim,
      isKept: kept.has(claim),
      isRuledOut: claim.place === 'shared' && ruledOut(act.task.round),
    }));
  });
}

const isTurnedDown = ({ claim, isRuledOut }: Said): boolean => isRuledOut || claim.place === 'beyond' || !claim.isSeen;

function checkFindings(schedule: Schedule, report: ReportDocument): void {
  const { mode, scan } = schedule;
  const kept = listSaid(schedule).filter(({ isKept }) => isKept);
  const listed = kept.filter(({ claim }) => claim.place !== 'nowhere');
  const voices = report.findings.flatMap(({ reported_by: by }) => by.map(({ agent }) => agent));
  // Exactly what was said, by whom it was said: nothing is lost and nothing is made up.
  expect(countBy(voices)).toEqual(
    countBy([
      ...listed.map(({ act }) => act.task.agentId),
      ...scan.semgrep.findings.map(() => 'semgrep'),
      ...scan.embedded.findings.map(() => 'baseline'),
    ]),
  );
  const down = listed.filter(isTurnedDown);
  const rejected = report.findings.filter(
    ({ title, status }) => status === 'rejected' && !title.startsWith('baseline'),
  );
  for (const { claim } of down) expect(rejected.map(({ title }) => title)).toContain(claim.title);
  expect(findCount(report, "findings rejected by the host's own check, listed as rejected")).toBe(down.length);
  expect(findCount(report, 'findings that name no file of the scope, not listed')).toBe(kept.length - listed.length);
  if (!AUDIT_MODE_PROFILES[mode].fullProtocol) return;
  const unchecked = report.findings.filter(({ status }) => status === 'unverified' || status === 'needs_manual');
  expect(unchecked.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH')).toEqual([]);
}

const countBy = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, own]) => [name, own.length]).sort());

const findCount = ({ notes }: ReportDocument, what: string): number =>
  Number(notes.find((note) => note.startsWith(`${what}: `))?.slice(what.length + 2) ?? 0);

/** Agents that contradict each other on one place: one finding with every voice, at the highest of their severities. */
function checkContradictions(schedule: Schedule, report: ReportDocument): void {
  const shared = listSaid(schedule).filter(
    (said) => said.isKept && said.claim.place === 'shared' && !isTurnedDown(said),
  );
  const byHost = new Set(
    report.audit?.validation.flatMap(({ finding, validator }) => (validator === 'host' ? finding : [])),
  );
  const isDown = ({ id, status }: ReportDocument['findings'][number]): boolean =>
    status === 'rejected' && (schedule.mode === 'quick' || byHost.has(id));
  const at = report.findings.filter((finding) => finding.cwe === SHARED.cwe && !isDown(finding));
  expect(at.flatMap(({ reported_by: by }) => by.map(({ agent }) => agent)).sort()).toEqual(
    shared.map(({ act }) => act.task.agentId).sort(),
  );
  expect(at.length).toBe(shared.length === 0 ? 0 : 1);
  if (schedule.mode === 'quick' && at[0] !== undefined)
    expect(at[0].severity).toBe(SEVERITIES.find((level) => shared.some(({ claim }) => claim.severity === level)));
}

/** Evaluation waits for the scan, however late; its status and its hits are what it said (REGISTRY-06, AUD-30). */
function checkScan({ scan, audit }: Schedule, report: ReportDocument): void {
  const kinds = audit.events.map((event) => event.kind);
  const ended = audit.events.findIndex((event) => event.kind === 'baseline' && event.analyzer === 'semgrep');
  expect(ended).toBeGreaterThan(-1);
  expect(ended).toBeLessThan(kinds.indexOf('evaluation'));
  const { status, findings } = scan.semgrep;
  expect(report.audit?.semgrep.status).toBe(status);
  const hasRun = status === 'completed' || status === 'partial';
  expect(report.audit?.semgrep.verification.find((line) => line.startsWith('semgrep_findings_total'))).toBe(
    hasRun ? `semgrep_findings_total: ${findings.length}` : undefined,
  );
}

/** The number of lost findings is the number that was lost (AUD-16, REPORT-03). */
function checkLosses(schedule: Schedule, report: ReportDocument): void {
  const said = listSaid(schedule);
  const cut = said.filter(({ claim }) => claim.fate === 'lost').length;
  const refused = said.filter(({ claim, isKept }) => !isKept && (claim.fate === 'whole' || claim.fate === 'usable'));
  expect(report.truncation.unrecovered_findings).toBe(cut + refused.length);
  expect(report.truncation.needs_reaudit.length).toBe(cut);
  const kept = said.filter(({ claim, isKept }) => isKept && claim.place !== 'nowhere');
  const whole = new Set(kept.filter(({ claim }) => claim.fate === 'whole').map(({ act }) => act.task.agentId));
  for (const { claim, act } of kept.filter((each) => each.claim.fate === 'usable'))
    expect(
      report.findings.some(({ originally_truncated: isCutShort, reported_by: by }) => {
        const agents = by.map(({ agent }) => agent);
        // One that others have said in full is whole.
        return agents.includes(act.task.agentId) && (isCutShort || agents.some((agent) => whole.has(agent)));
      }),
      claim.title,
    ).toBe(true);
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
  checkContradictions(schedule, report);
  checkScan(schedule, report);
  checkLosses(schedule, report);
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
