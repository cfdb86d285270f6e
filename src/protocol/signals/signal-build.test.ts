import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import type { Signal } from './signal.ts';
import {
  buildDebugSignal,
  buildImplementerSignal,
  buildResearchSignal,
  buildTestingSignal,
  contextUsagePercent,
  highestUsagePercent,
  type ImplementerProgress,
} from './signal-build.ts';
import { formatSignal } from './signal-text.ts';
import { validateSignal } from './signal-validation.ts';

const tokensOf = (lines: readonly string[]): number => encode(lines.join('\n')).length;
const expectValid = (signal: Signal): void => {
  const { results } = validateSignal(formatSignal(signal).join('\n'));
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
};

const OPEN = { usagePercent: 41, workRemaining: [2], requiresContinuation: true, next: 'Wave 2' };
const DONE = { usagePercent: 41, workRemaining: 0, requiresContinuation: false, next: 'COMPLETE' } as const;

const RUN: ImplementerProgress = {
  waves: { first: 1, last: 3 },
  phasesCompleted: [1, 2, 2.5, 3, 4],
  tasksCompleted: 18,
  artifacts: ['/runs/r1/manifest.json', '/runs/r1/report.json', '/runs/r1/summary.md', '/runs/r1/journal.db'],
  isFinal: true,
  ...DONE,
};

describe('builders', () => {
  test('a wave is research on its reviewers', () => {
    const signal = buildResearchSignal({
      ...OPEN,
      topics: ['security-reviewer', 'go-reviewer'],
      findingsTotal: 7,
      reportsCreated: 2,
    });
    expect(signal).toEqual({
      coordinatorType: 'research',
      summaryBrief: 'Completed research on 2 topics with 7 findings. Context: 41%. Next: Wave 2.',
      workRemaining: [2],
      contextExhausted: false,
      contextUsagePercent: 41,
      requiresContinuation: true,
      topicsCompleted: ['security-reviewer', 'go-reviewer'],
      findingsTotal: 7,
      reportsCreated: 2,
    });
    expectValid(signal);
  });

  test('a whole run with nothing left takes the final form: last wave, tasks of the run [BRIEF-04, SIG-17, SIG-19]', () => {
    const signal = buildImplementerSignal(RUN);
    expect(signal).toEqual({
      coordinatorType: 'implementer',
      summaryBrief: 'Completed final Wave 3 (Phase 1-4) with 18 tasks. Context: 41%. Next: COMPLETE.',
      workRemaining: 0,
      contextExhausted: false,
      contextUsagePercent: 41,
      requiresContinuation: false,
      phasesCompleted: [1, 2, 3, 4],
      tasksCompleted: 18,
      artifactsCreated: ['/runs/r1/manifest.json', '/runs/r1/report.json', '/runs/r1/summary.md'],
    });
    expectValid(signal);
  });

  test('a run that a limit stopped is not written as final [BRIEF-04]', () => {
    const signal = buildImplementerSignal({ ...RUN, workRemaining: ['skipped_files'], next: 'Review skipped files' });
    expect(signal.summaryBrief).toBe(
      'Completed Wave 1-3 (Phase 1-4) with 18 tasks. Context: 41%. Next: Review skipped files.',
    );
    expectValid(signal);
  });

  test('validation is testing: rejected fails, undecided lowers the coverage [SIG-16]', () => {
    const signal = buildTestingSignal({
      ...OPEN,
      batches: 2,
      confirmed: 5,
      downgraded: 1,
      rejected: 2,
      needsManual: 1,
    });
    expect(signal).toMatchObject({
      summaryBrief: 'Completed 2 test suites with 6/8 tests passing. Context: 41%. Next: Wave 2.',
      testSuitesRun: 2,
      testsPassed: 6,
      testsFailed: 2,
      coveragePercent: 88.9,
    });
    expectValid(signal);
    const nothing = buildTestingSignal({
      ...DONE,
      batches: 0,
      confirmed: 0,
      downgraded: 0,
      rejected: 0,
      needsManual: 0,
    });
    expect(nothing.coveragePercent).toBe(100);
  });

  test('a deep dive is debug: no file modified, the sentence counts the examined ones [SIG-15]', () => {
    const signal = buildDebugSignal({
      ...OPEN,
      issuesDebugged: 3,
      filesExamined: 11,
      rootCauses: ['x'.repeat(61), 'b', 'c', 'd'],
    });
    expect(signal).toMatchObject({
      summaryBrief: 'Debugged 3 issues in 11 files. Context: 41%. Next: Wave 2.',
      filesModified: 0,
      filesExamined: 11,
      rootCauses: [`${'x'.repeat(59)}…`, 'b', 'c'],
    });
    expectValid(signal);
  });

  test.each([
    [89, false],
    [90, true],
  ])('at %d%% contextExhausted is %s [SIG-08]', (usagePercent, contextExhausted) => {
    expect(buildImplementerSignal({ ...RUN, usagePercent }).contextExhausted).toBe(contextExhausted);
  });

  test('an empty list of remaining work is written as 0 [SIG-03]', () => {
    expect(buildImplementerSignal({ ...RUN, workRemaining: [] }).workRemaining).toBe(0);
  });
});

describe('sizes', () => {
  const topics = Array.from({ length: 13 }, (_, at) => `custom-reviewer-${at + 1}`);

  test('lists hold ten short items, all of them real names [SIG-06]', () => {
    const signal = buildResearchSignal({
      ...OPEN,
      topics,
      workRemaining: [...topics, 'x'.repeat(99)],
      findingsTotal: 7,
      reportsCreated: 2,
    });
    expect(signal.topicsCompleted).toEqual(topics.slice(0, 10));
    expect(signal.workRemaining).toEqual(topics.slice(0, 10));
    expectValid(signal);
    const long = buildResearchSignal({ ...OPEN, topics: ['x'.repeat(99)], findingsTotal: 7, reportsCreated: 2 });
    expect(long.topicsCompleted).toEqual([`${'x'.repeat(31)}…`]);
  });

  test('a bare signal of ours needs at most 180 tokens, with envelope 280 [SIG-06, REDUCE-04]', () => {
    const dimensions = Array.from({ length: 10 }, (_, at) => `D${at + 1}`);
    const reviewers = ['security', 'vulnerability', 'code-quality', 'documentation', 'user-persona', 'go'].map(
      (name) => `${name}-reviewer`,
    );
    const folder = '/home/someone/.local/state/consensus-review/runs/20260101-120000-abcdef';
    const files = ['manifest.json', 'report.json', 'summary.md'];
    const busy = {
      ...RUN,
      waves: { first: 1, last: 100 },
      workRemaining: Array.from({ length: 40 }, (_, at) => at + 1),
      requiresContinuation: true,
      next: 'Wave 101',
    };
    const implementer = buildImplementerSignal({ ...busy, artifacts: files });
    const envelope = {
      planFile: `${folder}/plan.json`,
      topicPath: folder,
      summaryPath: `${folder}/summary.md`,
      checkpointPath: `${folder}/checkpoint.json`,
      stuckDetected: false,
    };
    const bare = [
      buildResearchSignal({
        ...OPEN,
        topics: dimensions,
        workRemaining: dimensions,
        findingsTotal: 9999,
        reportsCreated: 10,
      }),
      buildResearchSignal({ ...OPEN, topics: reviewers, findingsTotal: 9999, reportsCreated: 6 }),
      buildDebugSignal({
        ...OPEN,
        issuesDebugged: 99,
        filesExamined: 99,
        rootCauses: Array<string>(3).fill('An unchecked length lets the caller write past the buffer end'),
      }),
      buildTestingSignal({ ...OPEN, batches: 9, confirmed: 99, downgraded: 9, rejected: 9, needsManual: 9 }),
      implementer,
      buildImplementerSignal({ ...busy, artifacts: files.map((file) => `${folder}/${file}`) }),
    ];
    for (const signal of bare) expect(tokensOf(formatSignal(signal)), signal.summaryBrief).toBeLessThanOrEqual(180);
    expect(tokensOf(formatSignal(implementer, envelope))).toBeLessThanOrEqual(280);
  });
});

describe('usage', () => {
  test.each([
    [0, 100, 0],
    [369, 1000, 36],
    [29, 100, 29],
    [999, 1000, 99],
    [1000, 1000, 100],
    [2000, 1000, 100],
    [-5, 1000, 0],
    [0, 0, 0],
    [1, 0, 100],
  ])('%d of %d is %d percent, rounded down [SIG-14]', (used, allowance, percent) => {
    expect(contextUsagePercent(used, allowance)).toBe(percent);
  });

  test('the highest share counts [SIG-14]', () => {
    expect(
      highestUsagePercent([
        { used: 10, allowance: 100 },
        { used: 3, allowance: 4 },
      ]),
    ).toBe(75);
    expect(highestUsagePercent([])).toBe(0);
  });
});

test('whatever the names, built signals are valid', () => {
  const names = fc.array(fc.string({ unit: anyCharacter, maxLength: 80 }), { maxLength: 15 });
  const next = fc.string({ unit: anyCharacter }).map((text) => `Next ${text} step`);
  fc.assert(
    fc.property(names, next, fc.nat({ max: 100 }), (topics, action, usagePercent) => {
      const progress = {
        usagePercent,
        requiresContinuation: true,
        next: action,
        workRemaining: topics.filter((topic) => /\w/.test(topic.slice(0, 20))),
      };
      expectValid(buildResearchSignal({ ...progress, topics, findingsTotal: 3, reportsCreated: 1 }));
      expectValid(buildDebugSignal({ ...progress, issuesDebugged: 1, filesExamined: 2, rootCauses: topics }));
      expectValid(buildImplementerSignal({ ...RUN, ...progress, artifacts: topics }));
    }),
  );
});
