import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { COORDINATOR_TYPES, countCodePoints } from '../../protocol/signals/brief.ts';
import { CORE_FIELDS } from '../../protocol/signals/signal.ts';
import { CHECK_NAMES, type CheckName, type SignalValidation } from '../../protocol/signals/signal-validation.ts';
import { runSignalCommand } from './signal-command.ts';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../test/golden/signals/${name}.txt`, import.meta.url), 'utf8');

const validate = (text: string): SignalValidation => {
  const { output, exit } = runSignalCommand('validate', text);
  const validation: SignalValidation = JSON.parse(output);
  expect(exit).toBe(validation.valid ? 0 : 1);
  return validation;
};

/** The names that failed, with their messages. */
const failures = (text: string): Partial<Record<CheckName, string>> =>
  Object.fromEntries(
    validate(text)
      .results.filter(({ ok }) => !ok)
      .map(({ name, message }) => [name, message]),
  );

const withLine = (text: string, key: string, value: string): string =>
  text.replace(new RegExp(`^${key}: .*$`, 'm'), () => `${key}: ${value}`);
const withoutLine = (text: string, key: string): string => text.replace(new RegExp(`^${key}: .*\n`, 'm'), '');

const IMPLEMENTER = golden('implementer');

describe('nine results by name', () => {
  test.each([...COORDINATOR_TYPES, 'envelope'])(
    'the %s sample passes all nine, in order [SIGNAL-12, COMPLY-01, COMPLY-09]',
    (name) => {
      expect(validate(golden(name))).toEqual({
        valid: true,
        results: [
          'template',
          'length',
          'required_fields',
          'field_types',
          'coordinator_type',
          'work_remaining',
          'context_usage_percent',
          'requires_continuation',
          'type_fields',
        ].map((check) => ({ name: check, ok: true, message: 'ok' })),
      });
    },
  );

  test('a text without a signal fails all nine', () => {
    expect(Object.keys(failures('Nothing here.'))).toEqual([...CHECK_NAMES]);
  });

  test.each(CORE_FIELDS)('without %s the error names it [SIGNAL-02, COMPLY-03]', (field) => {
    expect(failures(withoutLine(IMPLEMENTER, field)).required_fields).toBe(`${field} is missing`);
  });

  test('a testing signal without coverage_percent fails item 9 only [COMPLY-09]', () => {
    expect(failures(withoutLine(golden('testing'), 'coverage_percent'))).toEqual({
      type_fields: 'coverage_percent is missing',
    });
  });

  test.each([
    ['research', 'findings_total'],
    ['implementer', 'artifacts_created'],
    ['debug', 'root_causes'],
    ['repair', 'validation_status'],
  ])('a %s signal without %s fails item 9 only [COMPLY-09]', (type, field) => {
    expect(failures(withoutLine(golden(type), field))).toEqual({ type_fields: `${field} is missing` });
  });

  test('another type is rejected, also where it looks like a member of a prototype [SIGNAL-01, COMPLY-05]', () => {
    for (const type of ['manager', 'constructor', '__proto__', 'Research']) {
      expect(failures(withLine(IMPLEMENTER, 'coordinator_type', type)).coordinator_type).toContain(type);
    }
  });

  test.each(COORDINATOR_TYPES)(
    'a summary in the template of another type than %s fails the template only [COMPLY-01]',
    (type) => {
      const other = type === 'debug' ? 'research' : 'debug';
      const usage = /Context: (\d+)/.exec(golden(type))?.[1];
      const brief = /summary_brief: (.*)/.exec(golden(other))?.[1]?.replace(/Context: \d+/, `Context: ${usage}`) ?? '';
      expect(Object.keys(failures(withLine(golden(type), 'summary_brief', brief)))).toEqual(['template']);
    },
  );

  test.each([
    ['0', true],
    ['37', true],
    ['100', true],
    ['-1', false],
    ['101', false],
    ['37.5', false],
    ['37%', false],
  ])('usage %s: %s [SIGNAL-04, COMPLY-07]', (usage, ok) => {
    const text = withLine(IMPLEMENTER, 'context_usage_percent', usage).replace('Context: 37%', `Context: ${usage}%`);
    expect(failures(text).context_usage_percent === undefined).toBe(ok);
  });

  test.each(['yes', '"true"', '1', 'TRUE'])(
    'continuation and exhaustion are not %s [SIGNAL-05, COMPLY-04, COMPLY-08]',
    (value) => {
      const continuation = failures(withLine(IMPLEMENTER, 'requires_continuation', value));
      expect(Object.keys(continuation)).toEqual(['field_types', 'requires_continuation']);
      expect(Object.keys(failures(withLine(IMPLEMENTER, 'context_exhausted', value)))).toEqual(['field_types']);
    },
  );

  test.each([
    ['0', true],
    ['[4, 5]', true],
    ['["validation"]', true],
    ['Phase_4 Phase_5', true],
    ['"4,5"', false],
    ['4', false],
    ['[2.5]', false],
  ])('work_remaining %s: %s [SIGNAL-03, COMPLY-06, SIG-03]', (work, ok) => {
    expect(failures(withLine(IMPLEMENTER, 'work_remaining', work)).work_remaining === undefined).toBe(ok);
  });

  test.each([
    ['pending', true],
    ['passed', true],
    ['failed', true],
    ['unknown', false],
  ])('validation_status %s: %s [SIG-18]', (status, ok) => {
    expect(failures(withLine(golden('repair'), 'validation_status', status)).type_fields === undefined).toBe(ok);
  });

  test('150 characters pass, 151 fail the length only [BRIEF-12, COMPLY-02, SIG-13]', () => {
    const summary = (length: number): string => {
      const [head, end] = ['Debugged 5 issues in 8 files. Context: 42%. Next: ', '.'];
      return `${head}${'é'.repeat(length - head.length - end.length)}${end}`;
    };
    expect(countCodePoints(summary(150))).toBe(150);
    expect(failures(withLine(golden('debug'), 'summary_brief', `"${summary(150)}"`))).toEqual({});
    const over = failures(withLine(golden('debug'), 'summary_brief', `"${summary(151)}"`));
    expect(Object.keys(over)).toEqual(['length']);
    expect(over.length).toContain('151 characters, at most 150');
  });

  test('a number out of range is of the right type', () => {
    expect(Object.keys(failures(withLine(IMPLEMENTER, 'context_usage_percent', '101')))).toEqual([
      'context_usage_percent',
    ]);
  });
});

describe('numbers of the sentence equal the fields', () => {
  test.each([
    ['implementer', 'context_usage_percent', '38', 'Context 37, the field says 38'],
    ['implementer', 'phases_completed', '[1, 2]', 'phases 1-3, the field says 1,2'],
    ['implementer', 'tasks_completed', '41', 'tasks 42'],
    ['research', 'topics_completed', '[a, b, c]', 'topics 4, the field says 3'],
    ['research', 'findings_total', '47', 'findings 48'],
    ['testing', 'test_suites_run', '4', 'suites 3'],
    ['testing', 'tests_passed', '47', 'passed 48'],
    ['testing', 'tests_failed', '1', 'total 48, the field says 49'],
    ['debug', 'issues_debugged', '6', 'issues 5'],
    ['debug', 'files_modified', '9', 'files 8'],
    ['repair', 'instances_fixed', '7', 'instances 8'],
    ['repair', 'files_modified', '7', 'files 8'],
  ])('%s with %s: %s is an error [BRIEF-14]', (type, field, value, message) => {
    const failed = failures(withLine(golden(type), field, value));
    expect(Object.keys(failed)).toEqual(['template']);
    expect(failed.template).toContain(message);
  });

  test('a debug signal that examined files counts those [SIG-15]', () => {
    const examined = withLine(golden('debug'), 'files_modified', '0');
    expect(failures(`${examined}files_examined: 8\n`)).toEqual({});
    expect(failures(`${examined}files_examined: 7\n`).template).toContain('files 8, the field says 7');
    expect(failures(examined).template).toContain('files 8, the field says 0');
  });
});

describe('the summary', () => {
  /** Whether a sentence follows the template of a signal of its type. */
  const follows = (type: string, sentence: string): boolean =>
    failures(withLine(golden(type), 'summary_brief', `"${sentence}"`)).template === undefined;
  const core = 'Completed Wave 1-2 (Phase 1,2,3) with 42 items. Context: 37%. Next: Phase 4.';

  test('of a wave has five parts, and none may be missing [BRIEF-01, BRIEF-03, BRIEF-10]', () => {
    expect(follows('implementer', core)).toBe(true);
    for (const part of ['Wave 1-2 ', '(Phase 1,2,3) ', ' with 42 items', ' Context: 37%.', ' Next: Phase 4.'])
      expect([part, follows('implementer', core.replace(part, ''))]).toEqual([part, false]);
    for (const [is, was] of [
      ['42 tasks', 'forty tasks'],
      ['Context: 37%', 'Context: 37'],
      ['Context: 37%', 'Context: 37.0%'],
    ] as const)
      expect([was, follows('implementer', core.replace('items', 'tasks').replace(is, was))]).toEqual([was, false]);
  });

  test.each([
    ['research', 'Completed research on 4 topics with 48 findings. Context: 35%. Next: Plan creation.'],
    ['testing', 'Completed 3 test suites with 48/48 tests passing. Context: 28%. Next: Coverage validation.'],
    ['debug', 'Debugged 5 issues in 8 files. Context: 42%. Next: Validation tests.'],
    ['repair', 'Repaired 8 instances of shared state file in 8 files. Context: 45%. Next: Validation.'],
  ])('of %s has a template of its own [BRIEF-02, BRIEF-05, BRIEF-06, BRIEF-07, BRIEF-13]', (type, sentence) => {
    expect(follows(type, sentence)).toBe(true);
    expect(follows(type, sentence.replace(/^\w+/u, 'Finished'))).toBe(false);
    expect(follows(type, sentence.replace(/ \d+/u, ''))).toBe(false);
    expect(follows(type, core)).toBe(false);
  });

  test.each([
    ['final Wave 2', 'COMPLETE', true],
    ['final Wave 1-2', 'COMPLETE', false],
    ['final Wave 2', 'Phase 4', false],
    ['Wave 3', 'Phase 4-6', true],
    ['Wave 2-1', 'Phase 4-6', false],
    ['Wave one', 'Phase 4-6', false],
  ])('says %s and %s: %s [BRIEF-04, BRIEF-08]', (wave, next, ok) => {
    expect(follows('implementer', `Completed ${wave} (Phase 1-3) with 42 tasks. Context: 37%. Next: ${next}.`)).toBe(
      ok,
    );
  });

  test.each([
    ['1-3', true],
    ['1,2,3', true],
    ['1-2,3', true],
    ['3-1', false],
    ['', false],
    ['1 - 3', false],
    ['1-4', false],
  ])('names phases as %j: %s [BRIEF-09, SIG-01]', (phases, ok) => {
    expect(
      follows('implementer', `Completed Wave 1-2 (Phase ${phases}) with 42 tasks. Context: 37%. Next: Phase 4.`),
    ).toBe(ok);
  });

  test.each([
    ['Plan creation', true],
    ['v1.2 rollout', true],
    ['COMPLETE', true],
    ['', false],
    ['a..', false],
    ['a "b" c', false],
  ])('ends with the action %j: %s [BRIEF-11, SIG-12]', (next, ok) => {
    expect(follows('debug', `Debugged 5 issues in 8 files. Context: 42%. Next: ${next}.`)).toBe(ok);
  });

  test('of a repair may have the word pattern [SIG-11]', () => {
    expect(
      follows(
        'repair',
        'Repaired 8 instances of shared state file pattern in 8 files. Context: 45%. Next: Validation.',
      ),
    ).toBe(true);
  });
});

describe('anti-patterns', () => {
  test('the verbose sample is too long and gets a hint [ANTI-01, REDUCE-08]', () => {
    const failed = failures(withLine(IMPLEMENTER, 'summary_brief', golden('anti-verbose').match(/".*"/)?.[0] ?? ''));
    expect(failed.length).toContain('389 characters, at most 150');
    expect(failed.length).toContain('several times the tokens of the standard form: write `Completed Wave');
    expect(failed).toHaveProperty('template');
  });

  test('the sample with only type and summary lacks four named fields and the template [ANTI-02]', () => {
    const failed = failures(golden('anti-missing-fields'));
    expect(failed.required_fields).toBe(
      'work_remaining is missing; context_exhausted is missing; context_usage_percent is missing; requires_continuation is missing',
    );
    expect(failed.template).toContain('`. Context: P%` is missing');
    expect(failed).not.toHaveProperty('length');
  });

  test('free text does not follow the template, however short [ANTI-03]', () => {
    const sample = golden('anti-free-form').match(/"(.*)"/)?.[1] ?? '';
    expect(countCodePoints(sample)).toBe(156);
    expect(failures(withLine(IMPLEMENTER, 'summary_brief', `"${sample}"`))).toHaveProperty('template');
    const short = sample.slice(0, 100);
    expect(Object.keys(failures(withLine(IMPLEMENTER, 'summary_brief', `"${short}"`)))).toEqual(['template']);
  });

  test('three wrong types are three errors [ANTI-04, COMPLY-04]', () => {
    const wrong = /^(\w+): ("[^"]*")/gm;
    let text = IMPLEMENTER;
    for (const [, key = '', value = ''] of golden('anti-wrong-types').matchAll(wrong))
      text = withLine(text, key, value);
    const failed = failures(text);
    expect(Object.keys(failed)).toEqual(['field_types', 'context_usage_percent', 'requires_continuation']);
    expect(failed.field_types?.split('; ').map((message) => message.split(':')[0])).toEqual([
      'context_usage_percent',
      'requires_continuation',
      'phases_completed',
    ]);
    expect(failures(golden('anti-wrong-types')).field_types?.split('; ')).toHaveLength(3);
  });

  test('a key given twice with another value fails [SIG-05]', () => {
    expect(failures(`${IMPLEMENTER}tasks_completed: 43\n`).field_types).toContain('tasks_completed: given twice');
    expect(Object.keys(failures(`${IMPLEMENTER}work_remaining: 0\n`))).toEqual(['field_types', 'work_remaining']);
  });
});

test('any text gets nine results', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', 'coordinator_type: debug\nsummary_brief: '),
      (noise, start) => {
        expect(validate(`${start}${noise}`).results.map(({ name }) => name)).toEqual([...CHECK_NAMES]);
      },
    ),
  );
});
