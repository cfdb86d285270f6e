import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { sampleReports } from '../../../test/support/sample-reports.ts';
import { DIMENSIONS } from '../findings/dimension.ts';
import type { ReportSignal } from '../report/report-document.ts';
import { nameRunFiles } from '../report/run-files.ts';
import type { SignalFields } from './signal.ts';
import {
  type AuditDone,
  composeAuditSignal,
  composeDeepDiveSignal,
  composeHuntSignal,
  composeReconSignal,
  composeValidationSignal,
  type HuntRoundDone,
} from './signal-audit.ts';
import type { RunFiles } from './signal-build.ts';
import { formatFields } from './signal-text.ts';
import { validateSignal } from './signal-validation.ts';

const usage = [
  { used: 370, allowance: 1000 },
  { used: 1, allowance: 10 },
];
const textOf = (signal: ReportSignal): string => `${formatFields(signal as SignalFields).join('\n')}\n`;
const faultsOf = (signal: ReportSignal): readonly unknown[] =>
  validateSignal(textOf(signal)).results.filter(({ ok }) => !ok);

const ROUND: HuntRoundDone = {
  mode: 'deep',
  usage,
  dimensions: ['D1', 'D2', 'D3'],
  findings: 12,
  reports: 3,
  gaps: ['D9', 'D10'],
  decision: 'next-round',
};

describe('recon is research', () => {
  test('topics are what it learned, what remains is what the project does not tell; it has no finding [HOST-08]', () => {
    const signal = composeReconSignal({
      mode: 'standard',
      usage: [],
      found: ['modules', 'entry_points'],
      missing: ['dependencies'],
    });
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
    const whole = composeReconSignal({ mode: 'deep', usage, found: ['modules'], missing: [] });
    expect([whole.work_remaining, whole.context_usage_percent]).toEqual([0, 37]);
    const none = composeReconSignal({ mode: 'deep', usage, found: [], missing: ['modules', 'entry_points'] });
    expect(none.summary_brief).toMatch(/^Completed research on 0 topics /u);
    expect(faultsOf(none)).toEqual([]);
  });
});

describe('a hunt round is research', () => {
  test('topics are its dimensions, what remains are the gaps, usage is the highest share [HOST-08]', () => {
    const signal = composeHuntSignal(ROUND);
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
  ] as const)('%s after %s: %s', (mode, decision, next, goesOn) => {
    const signal = composeHuntSignal({ ...ROUND, mode, decision });
    expect(signal.summary_brief).toMatch(new RegExp(`Next: ${next}\\.$`, 'u'));
    expect(signal.requires_continuation).toBe(goesOn);
  });

  test('without gaps nothing remains', () => {
    expect(composeHuntSignal({ ...ROUND, gaps: [], decision: 'converge' }).work_remaining).toBe(0);
  });
});

test('a deep dive is debug: it modifies nothing and counts the files it examined [HOST-08, SIG-15]', () => {
  const signal = composeDeepDiveSignal({
    mode: 'deep',
    usage,
    followed: 5,
    filesExamined: 8,
    rootCauses: ['Query built from request', 'No owner check', 'Default key', 'a fourth that is not named'],
    open: ['H-04'],
  });
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

test('validation is testing: passed are confirmed and downgraded, undecided lowers the coverage [HOST-08, SIG-16]', () => {
  const signal = composeValidationSignal({
    mode: 'standard',
    usage,
    batches: 3,
    confirmed: 5,
    downgraded: 2,
    rejected: 1,
    undecided: ['H-02'],
  });
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

const AUDIT: AuditDone = {
  mode: 'deep',
  usage,
  rounds: 3,
  phases: [1, 2, 2.5, 3, 4, 5],
  tasks: 42,
  remaining: [],
  complete: true,
};
const FOLDER = '/Users/somebody/Library/ApplicationSupport/consensus-review/runs/20261116T045530Z-4f2a11';
const FILES: RunFiles = {
  folder: FOLDER,
  planFile: `${FOLDER}/plan.json`,
  summaryFile: `${FOLDER}/summary.md`,
  checkpointFile: `${FOLDER}/checkpoint.json`,
  artifacts: ['manifest.json', 'report.json', 'summary.md'],
  isStuck: false,
};
const inFolder = (done: AuditDone): ReportSignal => {
  const { artifacts, ...folder } = FILES;
  const report = { ...sampleReports.complete, signals: [composeAuditSignal(done)] };
  return nameRunFiles(report, { folder, artifacts }).signals[0] as ReportSignal;
};

describe('a whole audit is an implementer', () => {
  test('complete: phase 2.5 counts inside 2, X is the last wave, N the tasks of the run [HOST-08, SIG-17, SIG-19]', () => {
    const signal = composeAuditSignal(AUDIT);
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
    const signal = composeAuditSignal({
      ...AUDIT,
      mode: 'quick',
      phases: [1, 2, 5],
      rounds: 1,
      complete: false,
      remaining: ['D9'],
    });
    expect(signal).toMatchObject({
      summary_brief: 'Completed Wave 1 (Phase 1,2,5) with 42 tasks. Context: 37%. Next: Audit uncovered cells.',
      work_remaining: ['D9'],
    });
    expect(faultsOf(signal)).toEqual([]);
  });

  test('an audit that ended in recon had no wave of its own, and is written as the first', () => {
    expect(
      composeAuditSignal({ ...AUDIT, rounds: 0, phases: [1], complete: false, remaining: [2, 3, 4, 5] }),
    ).toMatchObject({
      summary_brief: 'Completed Wave 1 (Phase 1) with 42 tasks. Context: 37%. Next: Audit uncovered cells.',
      work_remaining: [2, 3, 4, 5],
    });
  });

  test('in its envelope it names the folder of the run and the files in it [SIGNAL-11, SIG-19]', () => {
    const text = textOf(inFolder(AUDIT));
    expect(text.split('\n').slice(0, 10)).toEqual([
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
    expect(faultsOf(inFolder(AUDIT))).toEqual([]);
  });
});

test('the largest signals stay within 180 tokens bare and 280 in their envelope [SIG-06]', () => {
  const long = Array.from({ length: 40 }, (_, at) => `src/modules/orders/service-${at}.ts`);
  const bare = [
    composeHuntSignal({ ...ROUND, dimensions: DIMENSIONS, gaps: DIMENSIONS, findings: 100_000 }),
    composeDeepDiveSignal({
      mode: 'deep',
      usage,
      followed: 900,
      filesExamined: 900,
      rootCauses: long,
      open: DIMENSIONS,
    }),
    composeValidationSignal({
      mode: 'deep',
      usage,
      batches: 9,
      confirmed: 9,
      downgraded: 9,
      rejected: 9,
      undecided: ['H-01', 'H-02'],
    }),
    composeAuditSignal({ ...AUDIT, complete: false, remaining: DIMENSIONS }),
  ];
  for (const signal of bare) expect(encode(textOf(signal)).length).toBeLessThanOrEqual(180);
  const wrapped = inFolder({ ...AUDIT, complete: false, remaining: DIMENSIONS });
  expect(wrapped.work_remaining).toEqual(['D1', 'D2', 'D3', 'and_7_more']);
  expect(encode(textOf(wrapped)).length).toBeLessThanOrEqual(280);
});

test('a list that is cut twice says how many it has left out in all', () => {
  const remaining = Array.from({ length: 30 }, (_, at) => `cell_${at + 1}`);
  expect(composeAuditSignal({ ...AUDIT, complete: false, remaining }).work_remaining).toContain('and_21_more');
  const { work_remaining } = inFolder({ ...AUDIT, complete: false, remaining });
  expect(work_remaining).toEqual(['cell_1', 'cell_2', 'cell_3', 'and_27_more']);
});

test('without a folder the signal stays bare and names the summary that was asked for [SIG-19]', () => {
  const report = { ...sampleReports.complete, signals: [composeAuditSignal(AUDIT)] };
  const named = nameRunFiles(report, { folder: null, artifacts: ['out/summary.md'] });
  expect(named.signals).toEqual([{ ...report.signals[0], artifacts_created: ['out/summary.md'] }]);
});
