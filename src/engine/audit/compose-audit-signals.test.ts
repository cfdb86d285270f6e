import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { sampleReports } from '../../../test/support/sample-reports.ts';
import { coverageOf } from '../../protocol/coverage/audit-coverage.ts';
import type { AuditMode } from '../../protocol/coverage/audit-mode.ts';
import { byDimension, DIMENSIONS, type Dimension } from '../../protocol/findings/dimension.ts';
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import { nameRunFiles } from '../../protocol/report/run-files.ts';
import type { RoundMove } from '../../protocol/rounds/convergence.ts';
import type { SignalFields } from '../../protocol/signals/signal.ts';
import type { RunFiles } from '../../protocol/signals/signal-build.ts';
import { formatFields } from '../../protocol/signals/signal-text.ts';
import { validateSignal } from '../../protocol/signals/signal-validation.ts';
import {
  composeCheckSignal,
  composeDiveSignal,
  composeRoundSignal,
  composeRunSignal,
  composeSurveySignal,
} from './compose-audit-signals.ts';

const usage = [
  { used: 370, allowance: 1000 },
  { used: 1, allowance: 10 },
];
const textOf = (signal: ReportSignal): string => `${formatFields(signal as SignalFields).join('\n')}\n`;
const faultsOf = (signal: ReportSignal): readonly unknown[] =>
  validateSignal(textOf(signal)).results.filter(({ ok }) => !ok);
const listOf = (count: number): readonly never[] => Array.from({ length: count }, () => ({}) as never);

const surveySignal = (said: object, shares: Parameters<typeof composeSurveySignal>[1] = usage): ReportSignal =>
  composeSurveySignal({ recon: { modules: [], entryPoints: [], dependencies: [], ...said } as never }, shares);

describe('recon is research', () => {
  test('topics are what it learned, what remains is what the project does not tell; it has no finding [HOST-08]', () => {
    const signal = surveySignal({ modules: [{ name: 'src' }], entryPoints: [{ file: 'src/a.ts', line: 1 }] }, []);
    expect(signal).toEqual({
      coordinator_type: 'research',
      summary_brief: 'Completed research on 2 topics with 0 findings. Context: 0%. Next: Hunt round 1.',
      work_remaining: ['dependencies'],
      context_exhausted: false,
      context_usage_percent: 0,
      requires_continuation: false,
      topics_completed: ['modules', 'entry_points'],
      findings_total: 0,
      reports_created: 1,
    });
    expect(faultsOf(signal)).toEqual([]);
  });

  test('with everything known nothing remains; with nothing known the signal still holds', () => {
    const whole = surveySignal({
      modules: [{ name: 'src' }],
      entryPoints: [{ file: 'src/a.ts', line: 1 }],
      dependencies: ['left-pad:1.0.0'],
    });
    expect([whole.work_remaining, whole.context_usage_percent]).toEqual([0, 37]);
    const none = surveySignal({});
    expect(none.summary_brief).toMatch(/^Completed research on 0 topics /u);
    expect(faultsOf(none)).toEqual([]);
  });
});

interface Round {
  readonly mode?: AuditMode;
  readonly kind?: RoundMove['kind'];
  readonly gaps?: readonly Dimension[];
  readonly dimensions?: readonly Dimension[];
  readonly findings?: number;
}

const replied = { ending: 'replied', output: { truncation: 'none' } };

/** Three agents that share the findings of the round, and one of another round. */
function roundSignal({ mode = 'deep', kind = 'next-round', gaps = ['D9', 'D10'], ...said }: Round = {}): ReportSignal {
  const { dimensions = ['D1', 'D2', 'D3'], findings = 12 } = said;
  const agents = dimensions.slice(0, 3).map((dimension, at) => ({
    round: 1,
    dimensions: at === 2 ? dimensions.slice(2) : [dimension],
    findings: listOf(at === 0 ? findings : 0),
    result: replied,
  }));
  const other = { round: 2, dimensions: ['D7'], findings: listOf(3), result: replied };
  const record = { round: 1, evaluation: { gaps }, move: { kind } };
  return composeRoundSignal({ plan: { mode }, hunts: [...agents, other] } as never, record as never, usage);
}

describe('a hunt round is research', () => {
  test('topics are its dimensions, what remains are the gaps, usage is the highest share [HOST-08]', () => {
    const signal = roundSignal();
    expect(signal).toEqual({
      coordinator_type: 'research',
      summary_brief: 'Completed research on 3 topics with 12 findings. Context: 37%. Next: Next round.',
      work_remaining: ['D9', 'D10'],
      context_exhausted: false,
      context_usage_percent: 37,
      requires_continuation: true,
      topics_completed: ['D1', 'D2', 'D3'],
      findings_total: 12,
      reports_created: 3,
    });
    expect(faultsOf(signal)).toEqual([]);
  });

  test.each([
    ['deep', 'next-round', 'Next round', true],
    ['standard', 'emergency', 'Emergency round', true],
    ['deep', 'converge', 'Deep dive', false],
    ['standard', 'incomplete', 'Deep dive', false],
    ['quick', 'converge', 'Report', false],
  ] as const)('%s after %s: %s', (mode, kind, next, goesOn) => {
    const signal = roundSignal({ mode, kind });
    expect(signal.summary_brief).toMatch(new RegExp(`Next: ${next}\\.$`, 'u'));
    expect(signal.requires_continuation).toBe(goesOn);
  });

  test('a dimension that the round left open is not completed', () => {
    const { topics_completed: topics, work_remaining: open } = roundSignal({ gaps: ['D2', 'D9'] });
    expect([topics, open]).toEqual([
      ['D1', 'D3'],
      ['D2', 'D9'],
    ]);
  });

  test('without gaps nothing remains', () => {
    expect(roundSignal({ gaps: [], kind: 'converge' }).work_remaining).toBe(0);
  });
});

const diveSignal = (followed: number, files: number, causes: readonly string[], open: readonly string[]) =>
  composeDiveSignal(
    {
      flows: new Map(listOf(followed).map((flow, at) => [`F${at}`, flow])),
      filesExamined: files,
      chains: causes.map((title) => ({ title })),
      verdict: { withoutFlow: open },
      openHotspots: [],
    } as never,
    usage,
  );

test('a deep dive is debug: it modifies nothing and counts the files it examined [HOST-08, SIG-15]', () => {
  const causes = [
    'Query built from request',
    'Query built from request',
    'No owner check',
    'Default key',
    'a fourth that is not named',
  ];
  const signal = diveSignal(5, 8, causes, ['H-04']);
  expect(signal).toEqual({
    coordinator_type: 'debug',
    summary_brief: 'Debugged 5 issues in 8 files. Context: 37%. Next: Validation.',
    work_remaining: ['H-04'],
    context_exhausted: false,
    context_usage_percent: 37,
    requires_continuation: false,
    issues_debugged: 5,
    files_modified: 0,
    root_causes: ['Query built from request', 'No owner check', 'Default key'],
    files_examined: 8,
  });
  expect(faultsOf(signal)).toEqual([]);
});

const checkSignal = (batches: number, verdicts: Readonly<Record<string, number>>): ReportSignal =>
  composeCheckSignal(
    {
      batches: listOf(batches),
      records: Object.entries(verdicts).flatMap(([verdict, count]) =>
        listOf(count).map((_, at) => ({ verdict, finding: { id: `H-0${at + 2}` } })),
      ),
    } as never,
    usage,
  );

test('validation is testing: passed are confirmed and downgraded, undecided lowers the coverage [HOST-08, SIG-16]', () => {
  const signal = checkSignal(3, { confirmed: 3, accepted: 2, downgraded: 2, rejected: 1, undecided: 1 });
  expect(signal).toEqual({
    coordinator_type: 'testing',
    summary_brief: 'Completed 3 test suites with 7/8 tests passing. Context: 37%. Next: Report.',
    work_remaining: ['H-02'],
    context_exhausted: false,
    context_usage_percent: 37,
    requires_continuation: false,
    test_suites_run: 3,
    tests_passed: 7,
    tests_failed: 1,
    coverage_percent: 88.9,
  });
  expect(faultsOf(signal)).toEqual([]);
});

interface Audit {
  readonly rounds?: number;
  readonly isQuick?: boolean;
  readonly complete?: boolean;
  readonly remaining?: readonly Dimension[];
}

function runSignal({ rounds = 3, isQuick = false, complete = true, remaining = [] }: Audit = {}): ReportSignal {
  const parts = {
    state: { rounds: listOf(rounds), hunts: listOf(isQuick ? 42 : 38) },
    dive: isQuick ? null : {},
    validation: isQuick ? null : { batches: listOf(3) },
    facts: { shares: usage },
  };
  const ratings = byDimension((dimension) => (remaining.includes(dimension) ? 'missing' : 'covered'));
  return composeRunSignal(parts as never, { coverage: coverageOf(ratings), complete });
}

const FOLDER = '/Users/somebody/Library/ApplicationSupport/consensus-review/runs/20261116T045530Z-4f2a11';
const FILES: RunFiles = {
  folder: FOLDER,
  planFile: `${FOLDER}/plan.json`,
  summaryFile: `${FOLDER}/summary.md`,
  checkpointFile: `${FOLDER}/checkpoint.json`,
  artifacts: ['manifest.json', 'report.json', 'summary.md'],
  isStuck: false,
};
const inFolder = (signal: ReportSignal): ReportSignal => {
  const { artifacts, ...folder } = FILES;
  const report = { ...sampleReports.complete, signals: [signal] };
  return nameRunFiles(report, { folder, artifacts }).signals[0] as ReportSignal;
};

describe('a whole audit is an implementer', () => {
  test('complete: phase 2.5 counts inside 2, X is the last wave, N the tasks of the run [HOST-08, SIG-17, SIG-19]', () => {
    const signal = runSignal();
    expect(signal).toEqual({
      coordinator_type: 'implementer',
      summary_brief: 'Completed final Wave 3 (Phase 1-5) with 42 tasks. Context: 37%. Next: COMPLETE.',
      work_remaining: 0,
      context_exhausted: false,
      context_usage_percent: 37,
      requires_continuation: false,
      phases_completed: [1, 2, 3, 4, 5],
      tasks_completed: 42,
      artifacts_created: [],
    });
    expect(faultsOf(signal)).toEqual([]);
  });

  test('incomplete: what is not met remains, and it is not COMPLETE', () => {
    const signal = runSignal({ isQuick: true, rounds: 1, complete: false, remaining: ['D9'] });
    expect(signal).toMatchObject({
      summary_brief: 'Completed Wave 1 (Phase 1,2,5) with 42 tasks. Context: 37%. Next: Audit uncovered cells.',
      work_remaining: ['D9'],
    });
    expect(faultsOf(signal)).toEqual([]);
  });

  test('an audit without a round of its own is written as the first', () => {
    expect(runSignal({ rounds: 0, complete: false, remaining: ['D2'] })).toMatchObject({
      summary_brief: 'Completed Wave 1 (Phase 1-5) with 42 tasks. Context: 37%. Next: Audit uncovered cells.',
      work_remaining: ['D2'],
    });
  });

  test('in its envelope it names the folder of the run and the files in it [SIGNAL-11, SIG-19]', () => {
    const signal = inFolder(runSignal());
    expect(textOf(signal).split('\n').slice(0, 10)).toEqual([
      'IMPLEMENTATION_COMPLETE: 5',
      `plan_file: ${FOLDER}/plan.json`,
      `topic_path: ${FOLDER}`,
      `summary_path: ${FOLDER}/summary.md`,
      'work_remaining: 0',
      'context_exhausted: false',
      'context_usage_percent: 37',
      `checkpoint_path: ${FOLDER}/checkpoint.json`,
      'requires_continuation: false',
      'stuck_detected: false',
    ]);
    expect(faultsOf(signal)).toEqual([]);
  });
});

test('the largest signals stay within 180 tokens bare and 280 in their envelope [SIG-06]', () => {
  const long = Array.from({ length: 40 }, (_, at) => `src/modules/orders/service-${at}.ts`);
  const open = runSignal({ complete: false, remaining: DIMENSIONS });
  const bare = [
    roundSignal({ dimensions: DIMENSIONS, gaps: DIMENSIONS, findings: 100_000 }),
    diveSignal(900, 900, long, DIMENSIONS),
    checkSignal(9, { confirmed: 9, downgraded: 9, rejected: 9, undecided: 2 }),
    open,
  ];
  for (const signal of bare) expect(encode(textOf(signal)).length).toBeLessThanOrEqual(180);
  const wrapped = inFolder(open);
  expect(wrapped.work_remaining).toEqual(['D1', 'D2', 'D3', 'D4']);
  expect(encode(textOf(wrapped)).length).toBeLessThanOrEqual(280);
});

test('a list that is cut twice holds the first of its real names', () => {
  const open = Array.from({ length: 30 }, (_, at) => `cell_${at + 1}`);
  const { work_remaining } = diveSignal(1, 1, [], open);
  expect(work_remaining).toEqual(open.slice(0, 10));
  const wrapped = inFolder({ ...runSignal({ complete: false, remaining: DIMENSIONS }), work_remaining });
  expect(wrapped.work_remaining).toEqual(open.slice(0, 4));
});

test('without a folder the signal stays bare and names the summary that was asked for [SIG-19]', () => {
  const report = { ...sampleReports.complete, signals: [runSignal()] };
  const named = nameRunFiles(report, { folder: null, artifacts: ['out/summary.md'] });
  expect(named.signals).toEqual([{ ...report.signals[0], artifacts_created: ['out/summary.md'] }]);
});
