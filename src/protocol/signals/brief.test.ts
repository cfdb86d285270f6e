import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import {
  BRIEF_LIMIT,
  type Brief,
  countCodePoints,
  formatBrief,
  formatPhases,
  parseBrief,
  parsePhases,
  shortenText,
  toSignalLine,
} from './brief.ts';

const SAMPLES: readonly {
  readonly name: string;
  readonly text: string;
  readonly length: number;
  readonly brief: Brief;
}[] = [
  {
    name: 'research',
    text: 'Completed research on 4 topics with 48 findings. Context: 35%. Next: Plan creation.',
    length: 83,
    brief: { coordinatorType: 'research', topics: 4, findings: 48, usagePercent: 35, next: 'Plan creation' },
  },
  {
    name: 'implementer',
    text: 'Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 37%. Next: Phase 4-6.',
    length: 76,
    brief: {
      coordinatorType: 'implementer',
      waves: { first: 1, last: 2 },
      phases: [1, 2, 3],
      tasks: 42,
      isFinal: false,
      usagePercent: 37,
      next: 'Phase 4-6',
    },
  },
  {
    name: 'implementer, last wave',
    text: 'Completed final Wave 3 (Phase 4,5) with 61 tasks. Context: 64%. Next: COMPLETE.',
    length: 79,
    brief: {
      coordinatorType: 'implementer',
      waves: { first: 3, last: 3 },
      phases: [4, 5],
      tasks: 61,
      isFinal: true,
      usagePercent: 64,
      next: 'COMPLETE',
    },
  },
  {
    name: 'testing',
    text: 'Completed 3 test suites with 48/48 tests passing. Context: 28%. Next: Coverage validation.',
    length: 90,
    brief: {
      coordinatorType: 'testing',
      suites: 3,
      passed: 48,
      total: 48,
      usagePercent: 28,
      next: 'Coverage validation',
    },
  },
  {
    name: 'debug',
    text: 'Debugged 5 issues in 8 files. Context: 42%. Next: Validation tests.',
    length: 67,
    brief: { coordinatorType: 'debug', issues: 5, files: 8, usagePercent: 42, next: 'Validation tests' },
  },
  {
    name: 'repair',
    text: 'Repaired 8 instances of shared state file in 8 files. Context: 45%. Next: Validation.',
    length: 85,
    brief: {
      coordinatorType: 'repair',
      instances: 8,
      pattern: 'shared state file',
      files: 8,
      usagePercent: 45,
      next: 'Validation',
    },
  },
];

describe('templates', () => {
  test.each(SAMPLES)(
    'sample sentence of $name [BRIEF-02, BRIEF-03, BRIEF-04, BRIEF-05, BRIEF-06, BRIEF-07, BRIEF-10]',
    ({ text, length, brief }) => {
      expect(formatBrief(brief)).toEqual({ kind: 'brief', text });
      expect(countCodePoints(text)).toBe(length);
      expect(parseBrief(text)).toEqual({ kind: 'brief', brief, violations: [] });
    },
  );

  test('the core template counts any unit, and every one of its five parts is required [BRIEF-01, BRIEF-10]', () => {
    const whole = 'Completed Wave 1-2 (Phase 1,2,3) with 42 items. Context: 37%. Next: Phase 4.';
    expect(parseBrief(whole).kind).toBe('brief');
    for (const unit of ['review tasks', 'Dateien', 'sub-tasks'])
      expect(parseBrief(whole.replace('items', unit)), unit).toMatchObject({ kind: 'brief', brief: { tasks: 42 } });
    for (const unit of ['', '7', 'a b c d'])
      expect(parseBrief(whole.replace('items', unit)).kind, unit).toBe('mismatch');
    for (const part of ['Wave 1-2 ', '(Phase 1,2,3) ', ' with 42 items', ' Context: 37%.', ' Next: Phase 4.']) {
      expect(parseBrief(whole.replace(part, '')), part).toMatchObject({ kind: 'mismatch' });
    }
  });

  test.each([
    ['Wave 1-2', { first: 1, last: 2 }],
    ['Wave 3', { first: 3, last: 3 }],
  ])('%s is a wave range or one wave [BRIEF-08]', (wave, waves) => {
    const text = `Completed ${wave} (Phase 1) with 2 tasks. Context: 5%. Next: Phase 2.`;
    const parsed = parseBrief(text);
    expect(parsed).toMatchObject({ kind: 'brief', brief: { waves } });
    if (parsed.kind === 'brief') expect(formatBrief(parsed.brief)).toEqual({ kind: 'brief', text });
  });

  test.each([
    'Completed Wave 2-1 (Phase 1) with 2 tasks. Context: 5%. Next: Phase 2.',
    'Completed Wave one (Phase 1) with 2 tasks. Context: 5%. Next: Phase 2.',
    'Completed final Wave 1-2 (Phase 1) with 2 tasks. Context: 5%. Next: COMPLETE.',
    'Completed final Wave 2 (Phase 1) with 2 tasks. Context: 5%. Next: Phase 2.',
    'Completed Wave 1 (Phase 3-1) with 2 tasks. Context: 5%. Next: Phase 2.',
    'Completed Wave 1 (Phase ) with 2 tasks. Context: 5%. Next: Phase 2.',
    'Debugged 5 issues in 8 files. Context: 101%. Next: Validation tests.',
    'Debugged 5 issues in 8 files. Context: 42. Next: Validation tests.',
    'Debugged five issues in 8 files. Context: 42%. Next: Validation tests.',
    ' Debugged 5 issues in 8 files. Context: 42%. Next: Validation tests.',
    'Debugged 5 issues in 8 files. Context: 42%. Next: Validation tests. And more',
  ])('refuses %s', (text) => {
    expect(parseBrief(text).kind).toBe('mismatch');
  });

  test.each([
    'Plan creation',
    'Phase 4-6',
    'Coverage validation',
    'Fix failures',
    'Validation tests',
    'Integration tests',
    'Validation',
    'COMPLETE',
    'v1.2 rollout',
  ])('takes the action %s [BRIEF-11, SIG-12]', (next) => {
    const text = `Debugged 1 issues in 1 files. Context: 0%. Next: ${next}.`;
    expect(parseBrief(text)).toMatchObject({ kind: 'brief', brief: { next } });
  });

  test.each(['', ' ', '.', 'a "b"', 'a..', 'a\nb'])('refuses the action %j [BRIEF-11, SIG-12]', (next) => {
    expect(parseBrief(`Debugged 1 issues in 1 files. Context: 0%. Next: ${next}.`).kind).toBe('mismatch');
  });

  test('the word pattern is read and not written [SIG-11]', () => {
    const text = 'Repaired 8 instances of shared state file pattern in 8 files. Context: 45%. Next: Validation.';
    const parsed = parseBrief(text);
    expect(parsed).toMatchObject({ kind: 'brief', brief: { pattern: 'shared state file' } });
    if (parsed.kind === 'brief')
      expect(formatBrief(parsed.brief)).toMatchObject({ text: text.replace(' pattern', '') });
  });
});

describe('phases', () => {
  test.each([
    ['1,2,3', [1, 2, 3], '1-3'],
    ['1-3', [1, 2, 3], '1-3'],
    ['1,2', [1, 2], '1,2'],
    ['1-2', [1, 2], '1,2'],
    ['1-3,5,7-8', [1, 2, 3, 5, 7, 8], '1-3,5,7,8'],
    ['5,1,5', [1, 5], '1,5'],
    ['7', [7], '7'],
  ])('%s is read, runs of three and more are written as a range [BRIEF-09, SIG-01]', (text, phases, written) => {
    expect(parsePhases(text)).toEqual(phases);
    expect(formatPhases(phases)).toBe(written);
  });

  test.each(['', ',', '1,', 'a', '1 - 3', '3-1', '-1', '1-1000000000', '1-900,1001-2000'])(
    '%j is no phase list',
    (text) => {
      expect(parsePhases(text)).toBeNull();
    },
  );
});

describe('length', () => {
  const repair = (pattern: string, next: string): Brief => ({
    coordinatorType: 'repair',
    instances: 8,
    pattern,
    files: 8,
    usagePercent: 45,
    next,
  });
  const FIXED = countCodePoints('Repaired 8 instances of  in 8 files. Context: 45%. Next: .');

  test('150 code points are written whole, 151 are shortened [BRIEF-12, SIG-13]', () => {
    const fits = '💥'.repeat(BRIEF_LIMIT - FIXED - 'Validation'.length);
    const whole = formatBrief(repair(fits, 'Validation'));
    expect(whole).toMatchObject({ kind: 'brief', text: expect.stringContaining(` of ${fits} in `) });
    const over = formatBrief(repair(`${fits}💥`, 'Validation'));
    expect(over).toMatchObject({
      kind: 'brief',
      text: expect.stringMatching(/💥… in 8 files\. Context: 45%\. Next: Validation\.$/u),
    });
    for (const written of [whole, over]) {
      if (written.kind === 'brief') expect(countCodePoints(written.text)).toBe(BRIEF_LIMIT);
    }
  });

  test('the pattern name gives way first, then the action; Context and Next stay [SIG-10]', () => {
    const words = 'unchecked error of a deferred close '.repeat(8).trim();
    const pattern = formatBrief(repair(words, 'Integration tests'));
    expect(pattern).toMatchObject({
      text: expect.stringMatching(/… in 8 files\. Context: 45%\. Next: Integration tests\.$/),
    });
    const both = formatBrief(repair(words, words));
    expect(both).toMatchObject({
      text: expect.stringMatching(/^Repaired 8 instances of .{1,8} in 8 files\. Context: 45%\. Next: unchecked .*…\.$/),
    });
    for (const written of [pattern, both]) {
      expect(written.kind === 'brief' && countCodePoints(written.text) <= BRIEF_LIMIT).toBe(true);
    }
  });

  test('phases become ranges; a list that still does not fit is refused, never cut [SIG-10]', () => {
    const implementer = (phases: readonly number[]): Brief => ({
      coordinatorType: 'implementer',
      waves: { first: 1, last: 9 },
      phases,
      tasks: 42,
      isFinal: false,
      usagePercent: 37,
      next: 'Phase 500',
    });
    const run = Array.from({ length: 100 }, (_, at) => at + 1);
    expect(formatBrief(implementer(run))).toMatchObject({ text: expect.stringContaining('(Phase 1-100)') });
    expect(formatBrief(implementer(run.map((phase) => phase * 3)))).toEqual({
      kind: 'unwritable',
      message: 'the summary needs more than 150 characters',
    });
  });

  test.each([
    ['a count below zero', { ...SAMPLES[0]!.brief, findings: -1 } as Brief],
    ['a usage above 100', { ...SAMPLES[0]!.brief, usagePercent: 101 } as Brief],
    ['no action', { ...SAMPLES[0]!.brief, next: ' . ' } as Brief],
    ['no phases', { ...SAMPLES[1]!.brief, phases: [] } as Brief],
    ['a pattern that looks like the tail', repair('x. Context: 5%. Next: y', 'Validation')],
  ])('refuses %s', (_, brief) => {
    expect(formatBrief(brief)).toMatchObject({ kind: 'unwritable' });
  });

  test('quotes become apostrophes, control characters and final dots go [SIG-12, SIG-13]', () => {
    const brief: Brief = { ...SAMPLES[4]!.brief, next: '\tRun "all"\n tests\u001b... ' };
    expect(formatBrief(brief)).toMatchObject({
      text: "Debugged 5 issues in 8 files. Context: 42%. Next: Run 'all' tests.",
    });
    expect(shortenText('one two three four', 12)).toBe('one two…');
  });
});

describe('lenient reading', () => {
  test.each([
    ['Context: 37.3%', ['usage is not an integer']],
    ['Context: ~37%', ['usage is written with `~`']],
    ['Context: ~37.9%', ['usage is written with `~`', 'usage is not an integer']],
  ])('%s is mended and recorded; strict refuses it [SIG-04]', (context, violations) => {
    const text = SAMPLES[1]!.text.replace('Context: 37%', context);
    expect(parseBrief(text)).toMatchObject({ kind: 'mismatch' });
    expect(parseBrief(text, 'lenient')).toEqual({ kind: 'brief', brief: SAMPLES[1]!.brief, violations });
  });

  test('Phases 2-17 is mended and recorded; strict refuses it [SIG-04]', () => {
    const text = 'Completed Wave 1 (Phases 2-17) with 42 tasks. Context: 37%. Next: Phase 18.';
    expect(parseBrief(text)).toMatchObject({ kind: 'mismatch' });
    const parsed = parseBrief(text, 'lenient');
    expect(parsed).toMatchObject({ kind: 'brief', violations: ['`Phases` stands for `Phase`'] });
    expect(
      parsed.kind === 'brief' && parsed.brief.coordinatorType === 'implementer' && parsed.brief.phases.length,
    ).toBe(16);
  });
});

const count = fc.nat({ max: 99_999 });
const usagePercent = fc.integer({ min: 0, max: 100 });
const phrase = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9 '\-→é]{0,18}[a-z]$/)
  .filter((text) => text === text.trim() && !text.endsWith(' pattern'));
const phases = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 })
  .map((list) => list.sort((a, b) => a - b));
const waves = fc
  .tuple(fc.integer({ min: 1, max: 50 }), fc.nat({ max: 50 }))
  .map(([first, more]) => ({ first, last: first + more }));

const briefs: fc.Arbitrary<Brief> = fc.oneof(
  fc.record({
    coordinatorType: fc.constant('research' as const),
    topics: count,
    findings: count,
    usagePercent,
    next: phrase,
  }),
  fc.record({
    coordinatorType: fc.constant('implementer' as const),
    waves,
    phases,
    tasks: count,
    isFinal: fc.constant(false),
    usagePercent,
    next: phrase,
  }),
  fc.record({
    coordinatorType: fc.constant('implementer' as const),
    waves: waves.map(({ last }) => ({ first: last, last })),
    phases,
    tasks: count,
    isFinal: fc.constant(true),
    usagePercent,
    next: fc.constant('COMPLETE'),
  }),
  fc.record({
    coordinatorType: fc.constant('testing' as const),
    suites: count,
    passed: count,
    total: count,
    usagePercent,
    next: phrase,
  }),
  fc.record({
    coordinatorType: fc.constant('debug' as const),
    issues: count,
    files: count,
    usagePercent,
    next: phrase,
  }),
  fc.record({
    coordinatorType: fc.constant('repair' as const),
    instances: count,
    pattern: phrase,
    files: count,
    usagePercent,
    next: phrase,
  }),
);

describe('properties', () => {
  test('what is written is read back with equal values, all five types [BRIEF-13]', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const written = formatBrief(brief);
        expect(written.kind).toBe('brief');
        if (written.kind === 'brief')
          expect(parseBrief(written.text)).toEqual({ kind: 'brief', brief, violations: [] });
      }),
    );
  });

  test('any pattern and action give a sentence within the limit that reads back, or a refusal', () => {
    const anything = fc.string({ unit: anyCharacter, maxLength: 300 });
    fc.assert(
      fc.property(anything, anything, (pattern, next) => {
        const written = formatBrief({
          coordinatorType: 'repair',
          instances: 1,
          pattern,
          files: 2,
          usagePercent: 3,
          next,
        });
        if (written.kind === 'unwritable') return;
        expect(countCodePoints(written.text)).toBeLessThanOrEqual(BRIEF_LIMIT);
        expect(written.text).toBe(toSignalLine(written.text));
        expect(parseBrief(written.text)).toMatchObject({
          kind: 'brief',
          brief: { instances: 1, files: 2, usagePercent: 3 },
        });
      }),
    );
  });

  test('no text makes the parser throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom('strict', 'lenient'), (text, mode) => {
        expect(['brief', 'mismatch']).toContain(parseBrief(text, mode).kind);
      }),
    );
  });

  test.each([
    ['tails', 'Repaired 1 instances of a in 1 files. Context: 1%. Next: '],
    ['pattern words', ' pattern'],
    ['digits', '1'],
    ['commas', '1,'],
    ['dots', '.'],
  ])('a million characters of %s take no noticeable time', (_, unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const started = process.cpuUsage();
    parseBrief(text, 'lenient');
    parseBrief(`Repaired 1 instances of ${text} in 1 files. Context: 1%. Next: x.`);
    formatBrief({ coordinatorType: 'repair', instances: 1, pattern: text, files: 2, usagePercent: 3, next: text });
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });
});
