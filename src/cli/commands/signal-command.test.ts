import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReviewError } from '../../errors.ts';
import { COORDINATOR_TYPES } from '../../protocol/signals/brief.ts';
import { runSignalCommand } from './signal-command.ts';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../test/golden/signals/${name}.txt`, import.meta.url), 'utf8');

function formatFailure(input: string): ReviewError {
  try {
    runSignalCommand('format', input);
  } catch (error) {
    if (error instanceof ReviewError) return error;
    throw error;
  }
  throw new Error('format accepted the input');
}

describe('signal parse', () => {
  test('prints the fields in order, with nothing but the JSON on stdout', () => {
    const { output, messages, exit } = runSignalCommand('parse', `Talk.\n${golden('implementer')}`);
    expect({ messages, exit }).toEqual({ messages: [], exit: 0 });
    expect(Object.entries(JSON.parse(output))).toEqual([
      ['coordinator_type', 'implementer'],
      ['summary_brief', 'Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 37%. Next: Phase 4-6.'],
      ['work_remaining', [4, 5, 6]],
      ['context_exhausted', false],
      ['context_usage_percent', 37],
      ['requires_continuation', true],
      ['phases_completed', [1, 2, 3]],
      ['tasks_completed', 42],
      ['artifacts_created', ['/path/to/artifact1.md', '/path/to/artifact2.sh']],
    ]);
  });

  test('says what it mended and what it could not read', () => {
    const { output, messages, exit } = runSignalCommand(
      'parse',
      'coordinator_type: manager\ncontext_usage_percent: 37%',
    );
    expect(JSON.parse(output)).toEqual({ context_usage_percent: 37 });
    expect(messages).toEqual([
      'coordinator_type: expected one of research, implementer, testing, debug, repair, found manager',
      'context_usage_percent: expected digits only, 0 to 100, found 37% (mended)',
    ]);
    expect(exit).toBe(0);
  });

  test('without a signal exits 1 and prints no document', () => {
    expect(runSignalCommand('parse', 'Nothing.')).toMatchObject({
      output: '',
      messages: [expect.stringContaining('No signal found')],
      exit: 1,
    });
  });
});

describe('signal validate', () => {
  test('exits 0 for a valid signal and 1 for one that is not', () => {
    const valid = runSignalCommand('validate', golden('testing'));
    expect(valid.exit).toBe(0);
    expect(JSON.parse(valid.output)).toMatchObject({ valid: true, results: { length: 9 } });
    const broken = runSignalCommand('validate', golden('testing').replace(/^coverage_percent.*\n/m, ''));
    expect(broken.exit).toBe(1);
    expect(JSON.parse(broken.output)).toMatchObject({ valid: false });
    expect(JSON.parse(broken.output).results[8]).toEqual({
      name: 'type_fields',
      ok: false,
      message: 'coverage_percent is missing',
    });
  });
});

describe('signal format', () => {
  test.each([...COORDINATOR_TYPES])('gives the %s sample back from what parse printed', (type) => {
    const parsed = runSignalCommand('parse', golden(type)).output;
    expect(runSignalCommand('format', parsed)).toEqual({ output: golden(type), messages: [], exit: 0 });
  });

  test('keeps the envelope', () => {
    const parsed = runSignalCommand('parse', golden('envelope')).output;
    const formatted = runSignalCommand('format', parsed).output;
    expect(formatted.startsWith('IMPLEMENTATION_COMPLETE: 3\nplan_file: /path/to/plan.md\n')).toBe(true);
    expect(JSON.parse(runSignalCommand('parse', formatted).output)).toEqual({ ...JSON.parse(parsed), phase_count: 3 });
  });

  const signal = JSON.parse(runSignalCommand('parse', golden('implementer')).output) as Record<string, unknown>;

  test.each([
    ['no JSON', '{', 'the input is not JSON'],
    ['no object', '[1]', 'expected a JSON object'],
    ['null', 'null', 'expected a JSON object'],
    ['an unknown field', JSON.stringify({ ...signal, mood: 'good' }), 'unknown field mood'],
    [
      'a field of another type',
      JSON.stringify({ ...signal, tests_passed: 3 }),
      'tests_passed cannot stand in a signal of type implementer',
    ],
    ['a missing field', JSON.stringify({ ...signal, work_remaining: undefined }), 'work_remaining is missing'],
    [
      'a wrong type',
      JSON.stringify({ ...signal, context_usage_percent: '37' }),
      'context_usage_percent: expected digits only',
    ],
    ['a nested list', JSON.stringify({ ...signal, phases_completed: [[1]] }), 'a nested value in [[1]]'],
    ['a null', JSON.stringify({ ...signal, work_remaining: null }), 'a value of another type in null'],
    [
      'a false number',
      JSON.stringify({ ...signal, tasks_completed: 41 }),
      'summary_brief says tasks 42, the field says 41',
    ],
  ])('refuses %s as a mistake of the caller', (_, input, detail) => {
    const failure = formatFailure(input);
    expect(failure).toMatchObject({ code: 'bad-value', exit: 2 });
    expect(failure.detail).toContain(detail);
  });

  test('any input is formatted or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (input) => {
        expect(formatFailure(input).exit).toBe(2);
      }),
    );
  });
});
