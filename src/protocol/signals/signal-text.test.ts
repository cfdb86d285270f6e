import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import type { ReportSignal } from '../report/report-document.ts';
import { COORDINATOR_TYPES, toSignalLine } from './brief.ts';
import {
  type DebugSignal,
  type ImplementerSignal,
  type RepairSignal,
  type ResearchSignal,
  type Signal,
  type TestingSignal,
  toSignal,
  toWireSignal,
} from './signal.ts';
import { formatFields, formatSignal, parseSignal } from './signal-text.ts';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../test/golden/signals/${name}.txt`, import.meta.url), 'utf8');

const strict = (text: string) => parseSignal(text, { mode: 'strict' });
const lenient = (text: string) => parseSignal(text, { mode: 'lenient' });

const RESEARCH: ResearchSignal = {
  coordinatorType: 'research',
  summaryBrief: 'Completed research on 4 topics with 48 findings. Context: 35%. Next: Plan creation.',
  workRemaining: 0,
  contextExhausted: false,
  contextUsagePercent: 35,
  requiresContinuation: false,
  topicsCompleted: ['authentication', 'token_expiry', 'security', 'testing'],
  findingsTotal: 48,
  reportsCreated: 4,
};
const IMPLEMENTER: ImplementerSignal = {
  coordinatorType: 'implementer',
  summaryBrief: 'Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 37%. Next: Phase 4-6.',
  workRemaining: [4, 5, 6],
  contextExhausted: false,
  contextUsagePercent: 37,
  requiresContinuation: true,
  phasesCompleted: [1, 2, 3],
  tasksCompleted: 42,
  artifactsCreated: ['/path/to/artifact1.md', '/path/to/artifact2.sh'],
};
const TESTING: TestingSignal = {
  coordinatorType: 'testing',
  summaryBrief: 'Completed 3 test suites with 48/48 tests passing. Context: 28%. Next: Coverage validation.',
  workRemaining: ['coverage_validation'],
  contextExhausted: false,
  contextUsagePercent: 28,
  requiresContinuation: true,
  testSuitesRun: 3,
  testsPassed: 48,
  testsFailed: 0,
  coveragePercent: 87.5,
};
const DEBUG: DebugSignal = {
  coordinatorType: 'debug',
  summaryBrief: 'Debugged 5 issues in 8 files. Context: 42%. Next: Validation tests.',
  workRemaining: ['validation_tests'],
  contextExhausted: false,
  contextUsagePercent: 42,
  requiresContinuation: true,
  issuesDebugged: 5,
  filesModified: 8,
  rootCauses: ['State restoration failure', 'Path validation error'],
};
const REPAIR: RepairSignal = {
  coordinatorType: 'repair',
  summaryBrief: 'Repaired 8 instances of shared state file in 8 files. Context: 45%. Next: Validation.',
  workRemaining: ['validation'],
  contextExhausted: false,
  contextUsagePercent: 45,
  requiresContinuation: true,
  instancesFixed: 8,
  patternName: 'Shared state ID file anti-pattern',
  filesModified: 8,
  validationStatus: 'pending',
};
const ENVELOPE = {
  planFile: '/path/to/plan.md',
  topicPath: '/path/to/topic',
  summaryPath: '/path/to/summary.md',
  checkpointPath: '/path/to/checkpoint.md',
  stuckDetected: false,
};

describe('the sample signals', () => {
  test.each([
    { name: 'research', signal: RESEARCH },
    { name: 'implementer', signal: IMPLEMENTER },
    { name: 'testing', signal: TESTING },
    { name: 'debug', signal: DEBUG },
    { name: 'repair', signal: REPAIR },
  ])(
    'are read and written unchanged: $name [SIGNAL-06, SIGNAL-07, SIGNAL-08, SIGNAL-09, SIGNAL-10, SIGNAL-12]',
    ({ signal }) => {
      const text = golden(signal.coordinatorType);
      const parsed = strict(text);
      expect(parsed?.problems).toEqual([]);
      expect(toSignal(parsed?.fields ?? {})).toEqual({ kind: 'signal', signal });
      expect(`${formatSignal(signal).join('\n')}\n`).toBe(text);
    },
  );

  test('the envelope sample is read, its comment and blank line skipped [PARSE-08, PARSE-09, SIGNAL-11]', () => {
    const parsed = strict(`Some words.\nwork_remaining: 0\n${golden('envelope')}`);
    expect(parsed).toEqual({
      fields: {
        ...toWireSignal({ ...IMPLEMENTER, artifactsCreated: ['/path/to/artifact1.md'] }),
        plan_file: '/path/to/plan.md',
        topic_path: '/path/to/topic',
        summary_path: '/path/to/summary.md',
        checkpoint_path: '/path/to/checkpoint.md',
        stuck_detected: false,
      },
      problems: [],
    });
  });

  test('the envelope is written in the order of the sample, the header with the count of phases [SIGNAL-11, SIG-19]', () => {
    const signal: ImplementerSignal = { ...IMPLEMENTER, artifactsCreated: ['/path/to/artifact1.md'] };
    const sample = golden('envelope')
      .replace('{PHASE_COUNT}', '3')
      .replace(/^#.*\n/m, '');
    expect(`${formatSignal(signal, ENVELOPE).join('\n')}\n`).toBe(sample);
  });

  test.each([
    ['RESEARCH_COORDINATOR_COMPLETE: SUCCESS', formatSignal(RESEARCH, { status: 'SUCCESS' })],
    ['TESTING_COMPLETE: PARTIAL_SUCCESS', formatSignal(TESTING, { status: 'PARTIAL_SUCCESS' })],
    ['DEBUG_COMPLETE: SUCCESS', formatSignal(DEBUG, { status: 'SUCCESS' })],
    ['REPAIR_COMPLETE: PARTIAL_SUCCESS', formatSignal(REPAIR, { status: 'PARTIAL_SUCCESS' })],
  ])('%s heads a signal of another type, each key once [SIG-09]', (header, lines) => {
    expect(lines[0]).toBe(header);
    const keys = lines.map((line) => line.slice(0, line.indexOf(':')));
    expect(new Set(keys).size).toBe(keys.length);
    const parsed = strict(['coordinator_type: ignored before the header', ...lines].join('\n'));
    expect(parsed?.problems).toEqual([]);
    expect(parsed?.fields.status).toBe(header.split(': ')[1]);
  });

  test('wire names stand in wire order and fit the report document', () => {
    const wire: ReportSignal = toWireSignal(IMPLEMENTER, ENVELOPE);
    expect(Object.keys(wire)).toEqual([
      'coordinator_type',
      'summary_brief',
      'work_remaining',
      'context_exhausted',
      'context_usage_percent',
      'requires_continuation',
      'phases_completed',
      'tasks_completed',
      'artifacts_created',
      'phase_count',
      'plan_file',
      'topic_path',
      'summary_path',
      'checkpoint_path',
      'stuck_detected',
    ]);
  });
});

describe('lines', () => {
  test('keys count only at the line start; text around them is ignored [PARSE-01]', () => {
    const text = [
      'I am done. coordinator_type: debug',
      '  context_usage_percent: 99',
      '- requires_continuation: true',
      'coordinator_type: testing',
      '```',
      'Note: that was all.',
    ].join('\n');
    expect(strict(text)).toEqual({ fields: { coordinator_type: 'testing' }, problems: [] });
  });

  test('a summary is in double quotes, which are stripped [PARSE-02]', () => {
    expect(strict('summary_brief: "It\'s "done""')?.fields.summary_brief).toBe('It\'s "done"');
    expect(strict('summary_brief: "Done."   # a "remark"')?.fields.summary_brief).toBe('Done.');
    expect(strict('summary_brief: bare text')).toMatchObject({ fields: {}, problems: [{ kind: 'type' }] });
    expect(strict('summary_brief: "cut off')).toMatchObject({ fields: {}, problems: [{ kind: 'type' }] });
  });

  test.each([
    ['[1, 2, 3]', [1, 2, 3]],
    ['[]', []],
    ['[ ]', []],
    ['[1,2 ,3]  # a remark', [1, 2, 3]],
    ['["a, b", c d, \'e\', 4]', ['a, b', 'c d', 'e', 4]],
    ['["4"]', ['4']],
    ["[it's, 'tis]", ["it's", "'tis"]],
  ])('the list %s has quoted or bare elements [PARSE-03, SIG-05]', (text, list) => {
    expect(strict(`work_remaining: ${text}`)).toEqual({ fields: { work_remaining: list }, problems: [] });
  });

  test.each(['[1, 2', '[1,, 2]', '[1, 2,]', '["a]', '[[1]]', '[1] and 2', '[1 "2"]'])(
    'the list %s is not read',
    (text) => {
      expect(strict(`work_remaining: ${text}`)).toMatchObject({ fields: {}, problems: [{ kind: 'type' }] });
      expect(lenient(`work_remaining: ${text}`)).toMatchObject({ fields: {}, problems: [{ mended: false }] });
    },
  );

  test.each([
    ['0', 0],
    ['"0"', 0],
    ['""', 0],
    ['[]', []],
    ['Phase_4 Phase_5', ['Phase_4', 'Phase_5']],
    ['[4, 5, 6]', [4, 5, 6]],
    ['["coverage_validation"]', ['coverage_validation']],
  ])('work_remaining: %s is accepted [SIGNAL-03, SIG-03, PARSE-04]', (text, work) => {
    expect(strict(`work_remaining: ${text}`)).toEqual({ fields: { work_remaining: work }, problems: [] });
  });

  test.each(['', '3', 'none', '"4,5"', '[2.5]', '[-1]', '[""]', 'true'])(
    'work_remaining: %s is not [SIGNAL-03]',
    (text) => {
      expect(strict(`work_remaining: ${text}`)).toMatchObject({ fields: {}, problems: [{ field: 'work_remaining' }] });
    },
  );

  test.each([
    ['context_usage_percent', '37%'],
    ['context_usage_percent', '"37"'],
    ['requires_continuation', 'yes'],
    ['requires_continuation', '"true"'],
    ['requires_continuation', 'constructor'],
    ['requires_continuation', 'True'],
  ])('strictly %s: %s has not its type [PARSE-05]', (field, value) => {
    expect(strict(`${field}: ${value}`)).toMatchObject({
      fields: {},
      problems: [{ field, kind: 'type', mended: false }],
    });
  });

  test('an absent key stays absent, an empty one is a problem [PARSE-06]', () => {
    expect(strict('coordinator_type: debug\nwork_remaining:\n')).toMatchObject({
      fields: { coordinator_type: 'debug' },
      problems: [{ field: 'work_remaining', message: expect.stringContaining('no value') }],
    });
  });

  test.each(['software', 'lean', 'hybrid'])('%s is read as implementer [SIG-02]', (alias) => {
    expect(strict(`coordinator_type: ${alias}`)).toEqual({ fields: { coordinator_type: 'implementer' }, problems: [] });
  });

  test('a repeated key is no problem, with another value an error in either mode [SIG-05, SIG-09]', () => {
    const same = 'coordinator_type: debug\ncontext_usage_percent: 3\ncontext_usage_percent: 3';
    expect(strict(same)).toEqual({ fields: { coordinator_type: 'debug', context_usage_percent: 3 }, problems: [] });
    for (const read of [strict, lenient]) {
      expect(read(`${same}\ncontext_usage_percent: 4`)).toMatchObject({
        fields: { coordinator_type: 'debug' },
        problems: [{ field: 'context_usage_percent', kind: 'conflict', mended: false }],
      });
    }
  });

  test('no line is out of reach, nothing is evaluated [SIG-05]', () => {
    const text = `IMPLEMENTATION_COMPLETE: 3\n${'# remark\n'.repeat(5000)}work_remaining: [__import__('os').system('id')]`;
    expect(strict(text)?.fields).toEqual({ phase_count: 3, work_remaining: ["__import__('os').system('id')"] });
  });

  test.each(['', 'Nothing to see.', 'files: 3\nphase: 4', '\u0000'])('%j holds no signal', (text) => {
    expect(strict(text)).toBeNull();
  });

  test('Windows line ends and a byte order mark make no difference', () => {
    expect(strict(`\uFEFF${golden('testing').replaceAll('\n', '\r\n')}`)).toEqual(strict(golden('testing')));
  });
});

describe('modes', () => {
  test.each([
    ['context_usage_percent', '37.3%', 37],
    ['context_usage_percent', '~34%', 34],
    ['context_usage_percent', '"37%"', 37],
    ['context_usage_percent', '104', 100],
    ['phases_completed', 'Phases 2-5', [2, 3, 4, 5]],
    ['phases_completed', '"1, 2, 3"', [1, 2, 3]],
    ['phases_completed', '[Phase 1, Phase_2]', [1, 2]],
    ['work_remaining', 'Phases 2-4', [2, 3, 4]],
    ['work_remaining', '"4,5"', [4, 5]],
    ['requires_continuation', '"yes"', true],
    ['context_exhausted', 'No', false],
    ['tasks_completed', '"42"', 42],
    ['coverage_percent', '87.5%', 87.5],
    ['topics_completed', 'auth, sessions', ['auth', 'sessions']],
    ['summary_brief', 'Done', 'Done'],
  ])('strict refuses %s: %s, lenient mends it and records a violation [SIG-04]', (field, value, mended) => {
    const text = `IMPLEMENTATION_COMPLETE: 1\n${field}: ${value}`;
    expect(strict(text)).toMatchObject({ fields: { phase_count: 1 }, problems: [{ field, mended: false }] });
    expect(strict(text)?.fields).not.toHaveProperty(field);
    expect(lenient(text)).toEqual({
      fields: { phase_count: 1, [field]: mended },
      problems: [
        { field, kind: expect.any(String), message: expect.stringContaining(`${field}: expected`), mended: true },
      ],
    });
  });

  test.each([
    ['context_usage_percent', '-1'],
    ['context_usage_percent', 'half'],
    ['phases_completed', 'all of them'],
    ['work_remaining', 'none'],
    ['requires_continuation', 'maybe'],
    ['topics_completed', ''],
    ['coordinator_type', 'manager'],
  ])('%s: %s is beyond mending', (field, value) => {
    expect(lenient(`IMPLEMENTATION_COMPLETE: 1\n${field}: ${value}`)).toMatchObject({
      fields: { phase_count: 1 },
      problems: [{ field, mended: false }],
    });
  });
});

const line = fc.string({ unit: anyCharacter, maxLength: 40 }).map(toSignalLine);
const name = line.filter((text) => text.trim() !== '');
const count = fc.nat({ max: 1_000_000 });
const phase = fc.nat({ max: 50 });
const core = {
  summaryBrief: line,
  workRemaining: fc.oneof(fc.constant(0 as const), fc.array(fc.oneof(phase, name))),
  contextExhausted: fc.boolean(),
  contextUsagePercent: fc.integer({ min: 0, max: 100 }),
  requiresContinuation: fc.boolean(),
};
const signals: fc.Arbitrary<Signal> = fc.oneof(
  fc.record({
    coordinatorType: fc.constant('research' as const),
    ...core,
    topicsCompleted: fc.array(line),
    findingsTotal: count,
    reportsCreated: count,
  }),
  fc.record({
    coordinatorType: fc.constant('implementer' as const),
    ...core,
    phasesCompleted: fc.array(phase),
    tasksCompleted: count,
    artifactsCreated: fc.array(line),
  }),
  fc.record({
    coordinatorType: fc.constant('testing' as const),
    ...core,
    testSuitesRun: count,
    testsPassed: count,
    testsFailed: count,
    coveragePercent: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
  }),
  fc.record(
    {
      coordinatorType: fc.constant('debug' as const),
      ...core,
      issuesDebugged: count,
      filesModified: count,
      rootCauses: fc.array(line),
      filesExamined: count,
    },
    {
      requiredKeys: [
        'coordinatorType',
        'summaryBrief',
        'workRemaining',
        'contextExhausted',
        'contextUsagePercent',
        'requiresContinuation',
        'issuesDebugged',
        'filesModified',
        'rootCauses',
      ],
    },
  ),
  fc.record({
    coordinatorType: fc.constant('repair' as const),
    ...core,
    instancesFixed: count,
    patternName: name,
    filesModified: count,
    validationStatus: fc.constantFrom('pending' as const, 'passed' as const, 'failed' as const),
  }),
);

describe('properties', () => {
  test('a written signal is read back equal, every type, in either mode, whatever stands around it', () => {
    fc.assert(
      fc.property(signals, fc.constantFrom('strict' as const, 'lenient' as const), (signal, mode) => {
        const text = ['Words before.', ...formatSignal(signal), '', 'Words after.'].join('\n');
        const parsed = parseSignal(text, { mode });
        expect(parsed?.problems).toEqual([]);
        expect(toSignal(parsed?.fields ?? {})).toEqual({ kind: 'signal', signal });
      }),
    );
  });

  test('the envelope comes back, too', () => {
    const envelope = fc.record({
      planFile: name,
      topicPath: name,
      summaryPath: name,
      checkpointPath: name,
      stuckDetected: fc.boolean(),
    });
    fc.assert(
      fc.property(signals, envelope, (signal, around) => {
        fc.pre(signal.coordinatorType === 'implementer');
        if (signal.coordinatorType !== 'implementer') return;
        const wire = toWireSignal(signal, around);
        expect(strict(formatFields(wire).join('\n'))).toEqual({ fields: wire, problems: [] });
      }),
    );
  });

  test('no text makes the parser throw, and strict never reads more than lenient', () => {
    const keys = Object.keys({
      ...toWireSignal(IMPLEMENTER, ENVELOPE),
      ...toWireSignal(TESTING),
      ...toWireSignal(REPAIR),
    });
    const noise = fc.string({ unit: anyCharacter, maxLength: 30 });
    const values = fc.oneof(noise, fc.stringMatching(/^[[\]",'# 0-9a-z%~.-]{0,20}$/));
    const lines = fc.oneof(
      noise,
      fc.tuple(fc.constantFrom(...keys, 'IMPLEMENTATION_COMPLETE'), values).map(([key, value]) => `${key}: ${value}`),
    );
    fc.assert(
      fc.property(fc.array(lines), (all) => {
        const text = all.join('\n');
        const [narrow, wide] = [strict(text), lenient(text)];
        expect(wide?.fields ?? {}).toMatchObject(narrow?.fields ?? {});
        for (const problem of narrow?.problems ?? []) expect(problem.mended).toBe(false);
      }),
    );
  });

  test.each([
    ['quotes', 'summary_brief: ', '"'],
    ['quotes and blanks', 'summary_brief: ', '" '],
    ['apostrophes', 'work_remaining: [', "'"],
    ['open elements', 'work_remaining: [', "'a,"],
    ['elements', 'work_remaining: [', '1, '],
    ['blanks', 'work_remaining: [', ' '],
    ['blanks before no comment', 'plan_file: x', ' '],
    ['phase words', 'work_remaining: ', 'Phase_1 '],
    ['phases', 'phases_completed: ', '1-9,'],
    ['repeated keys', '', 'work_remaining: [1]\n'],
    ['headers', '', 'TESTING_COMPLETE: SUCCESS\n'],
  ])('a megabyte of %s takes no noticeable time', (_, start, unit) => {
    const text = `coordinator_type: debug\n${start}${unit.repeat(Math.ceil(1_000_000 / unit.length))}!`;
    const started = process.cpuUsage();
    lenient(text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });

  test('every type has its sample', () => {
    for (const type of COORDINATOR_TYPES) expect(strict(golden(type))?.fields.coordinator_type).toBe(type);
  });
});
