import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
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

describe('what signal parse reads', () => {
  const parse = (text: string): Readonly<Record<string, unknown>> => {
    const { output } = runSignalCommand('parse', text);
    return output === '' ? {} : JSON.parse(output);
  };
  const work = (text: string): unknown => parse(`work_remaining: ${text}`).work_remaining;

  test.each([
    [
      'research',
      {
        topics_completed: ['authentication', 'token_expiry', 'security', 'testing'],
        findings_total: 48,
        reports_created: 4,
      },
    ],
    ['implementer', { phases_completed: [1, 2, 3], tasks_completed: 42, artifacts_created: { length: 2 } }],
    ['testing', { test_suites_run: 3, tests_passed: 48, tests_failed: 0, coverage_percent: 87.5 }],
    ['debug', { issues_debugged: 5, files_modified: 8, root_causes: { length: 2 } }],
    [
      'repair',
      {
        instances_fixed: 8,
        pattern_name: 'Shared state ID file anti-pattern',
        files_modified: 8,
        validation_status: 'pending',
      },
    ],
  ])('%s has the fields of its type [SIGNAL-06, SIGNAL-07, SIGNAL-08, SIGNAL-09, SIGNAL-10]', (type, fields) => {
    expect(runSignalCommand('parse', golden(type)).messages).toEqual([]);
    expect(parse(golden(type))).toMatchObject({ coordinator_type: type, ...fields });
  });

  test('keys at the start of a line, from the header line on, without blank lines and comments [PARSE-01, PARSE-08, PARSE-09]', () => {
    const said = parse(
      `I am done. coordinator_type: debug\nwork_remaining: 0\n${golden('envelope')}\n  tasks_completed: 7\n- stuck_detected: true\n`,
    );
    expect(said).toMatchObject({ coordinator_type: 'implementer', work_remaining: [4, 5, 6], tasks_completed: 42 });
    expect(said).toMatchObject({ plan_file: '/path/to/plan.md', stuck_detected: false });
  });

  test('a summary without its quotes, an absent key as absent [PARSE-02, PARSE-06]', () => {
    expect(parse('summary_brief: "It\'s "done""   # a "remark"')).toEqual({ summary_brief: 'It\'s "done"' });
  });

  test.each([
    ['[1, 2, 3]', [1, 2, 3]],
    ['[]', []],
    ['["a, b", c d, \'e\', 4]', ['a, b', 'c d', 'e', 4]],
    ['0', 0],
    ['"0"', 0],
    ['""', 0],
    ['Phase_4 Phase_5', ['Phase_4', 'Phase_5']],
    ['[1, 2', undefined],
    ["[__import__('os').system('id')]", ["__import__('os').system('id')"]],
  ])('work_remaining %s as %j [PARSE-03, PARSE-04, SIGNAL-03, SIG-03, SIG-05]', (text, value) => {
    expect(work(text)).toEqual(value);
  });

  test.each(['software', 'lean', 'hybrid'])('the type %s as implementer [SIG-02]', (alias) => {
    expect(parse(`coordinator_type: ${alias}`)).toEqual({ coordinator_type: 'implementer' });
  });

  test.each([
    ['context_usage_percent', '37.3%', 37],
    ['context_usage_percent', '~34%', 34],
    ['phases_completed', 'Phases 2-5', [2, 3, 4, 5]],
    ['requires_continuation', '"yes"', true],
  ])('%s: %s is mended and said here, and refused where it is strict [SIG-04, PARSE-05]', (field, value, mended) => {
    const text = `IMPLEMENTATION_COMPLETE: 1\n${field}: ${value}\n`;
    const { output, messages } = runSignalCommand('parse', text);
    expect(JSON.parse(output)[field]).toEqual(mended);
    expect(messages).toEqual([expect.stringMatching(new RegExp(`^${field}: expected .* \\(mended\\)$`, 'u'))]);
    expect(runSignalCommand('validate', text).output).toContain(`${field}: expected`);
  });

  test('a key that is given twice with two values is an error here too [SIG-05]', () => {
    const same = 'coordinator_type: debug\ncontext_usage_percent: 3\ncontext_usage_percent: 3\n';
    expect(parse(same)).toEqual({ coordinator_type: 'debug', context_usage_percent: 3 });
    const { output, messages } = runSignalCommand('parse', `${same}context_usage_percent: 4\n`);
    expect([JSON.parse(output), messages]).toEqual([{ coordinator_type: 'debug' }, [expect.stringContaining('twice')]]);
  });

  test.each([
    ['research', 'RESEARCH_COORDINATOR_COMPLETE: SUCCESS'],
    ['testing', 'TESTING_COMPLETE: PARTIAL_SUCCESS'],
    ['debug', 'DEBUG_COMPLETE: SUCCESS'],
    ['repair', 'REPAIR_COMPLETE: PARTIAL_SUCCESS'],
  ])('a %s signal may begin with %s, and is written with it [SIG-09]', (type, header) => {
    const parsed = runSignalCommand('parse', `work_remaining: 0\n${header}\n${golden(type)}`).output;
    expect(JSON.parse(parsed).status).toBe(header.split(': ')[1]);
    expect(runSignalCommand('format', parsed).output).toBe(`${header}\n${golden(type)}`);
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
  test.each([...COORDINATOR_TYPES])('gives the %s sample back from what parse printed [SIGNAL-12]', (type) => {
    const parsed = runSignalCommand('parse', golden(type)).output;
    expect(runSignalCommand('format', parsed)).toEqual({ output: golden(type), messages: [], exit: 0 });
  });

  test('writes the envelope in the order of the sample, its header with the count of phases [SIGNAL-11, SIG-19]', () => {
    const parsed = runSignalCommand('parse', golden('envelope')).output;
    const sample = golden('envelope')
      .replace('{PHASE_COUNT}', '3')
      .replace(/^#.*\n/mu, '');
    const formatted = runSignalCommand('format', parsed).output;
    expect(formatted).toBe(sample);
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
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), (input) => {
        expect(formatFailure(input).exit).toBe(2);
      }),
    );
  });
});
