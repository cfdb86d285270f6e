import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideSemgrep, isForeignPath, mapSemgrepSeverity, parseSemgrepResults } from './semgrep-results.ts';

const result = (said: Record<string, unknown> = {}, extra: Record<string, unknown> = {}) => ({
  check_id: 'rules.sql',
  path: 'src/a.ts',
  start: { line: 4, col: 1 },
  end: { line: 5, col: 9 },
  extra: { severity: 'ERROR', message: 'tainted query', metadata: { cwe: ['CWE-89: SQL Injection'] }, ...extra },
  ...said,
});
const parse = (results: unknown, rest: Record<string, unknown> = {}) =>
  parseSemgrepResults(JSON.stringify({ results, ...rest }));
const nothing = { malformed: 0, belowMinimum: 0, foreignPath: 0, duplicate: 0 };

test('severities are mapped', () => {
  const words = [
    'LOW',
    'INFO',
    'MEDIUM',
    'WARNING',
    'HIGH',
    'CRITICAL',
    'ERROR',
    'error',
    'EXPERIMENT',
    'constructor',
    7,
    null,
  ];
  expect(words.map(mapSemgrepSeverity)).toEqual([
    'INFO',
    'INFO',
    'WARNING',
    'WARNING',
    'ERROR',
    'ERROR',
    'ERROR',
    'ERROR',
    'UNKNOWN',
    'UNKNOWN',
    'UNKNOWN',
    'UNKNOWN',
  ]);
});

test.each([
  ['node_modules/a/b.js', true],
  ['web/vendor/x.php', true],
  ['third-party/x.c', true],
  ['static/plugins/p.js', true],
  ['a/dist/b.js', true],
  ['build/x.py', true],
  ['src/app.min.js', true],
  ['src/app.min.css', true],
  ['src/builder/x.ts', false],
  ['src/vendors.ts', false],
  ['static/x.js', false],
])('%s is foreign: %s', (path, foreign) => expect(isForeignPath(path)).toBe(foreign));

describe('parsing', () => {
  test('one finding with every field', () => {
    expect(parse([result()])).toEqual({
      kind: 'parsed',
      status: 'completed',
      findings: [
        {
          finding_id: 'SG-001',
          severity: 'ERROR',
          check_id: 'rules.sql',
          path: 'src/a.ts',
          start_line: 4,
          end_line: 5,
          cwe: 'CWE-89',
          message: 'tainted query',
        },
      ],
      dropped: nothing,
    });
  });

  test('sorted by severity, path, line and rule, then numbered', () => {
    const outcome = parse([
      result({ path: 'src/b.ts' }),
      result({ check_id: 'z' }),
      result({}, { severity: 'MEDIUM' }),
      result({ check_id: 'a' }),
      result({ start: { line: 2 }, end: { line: 2 } }),
    ]);
    const rows = outcome.kind === 'parsed' ? outcome.findings : [];
    expect(
      rows.map((row) => `${row.finding_id} ${row.severity} ${row.path}:${row.start_line} ${row.check_id}`),
    ).toEqual([
      'SG-001 ERROR src/a.ts:2 rules.sql',
      'SG-002 ERROR src/a.ts:4 a',
      'SG-003 ERROR src/a.ts:4 z',
      'SG-004 ERROR src/b.ts:4 rules.sql',
      'SG-005 WARNING src/a.ts:4 rules.sql',
    ]);
  });

  test('everything that is dropped is counted', () => {
    const outcome = parse([
      result(),
      result({ start: { line: 4, col: 30 } }),
      result({ path: './src/a.ts' }),
      result({}, { message: 'another' }),
      result({}, { severity: 'INFO' }),
      result({}, { severity: 'odd' }),
      result({ path: 'dist/a.js' }),
      result({ path: '' }),
      result({ start: { line: 0 } }),
      result({ end: { line: 3 } }),
      null,
      'text',
    ]);
    expect(outcome).toMatchObject({
      status: 'partial',
      findings: [{ message: 'another' }, { message: 'tainted query' }].toReversed(),
      dropped: { malformed: 5, belowMinimum: 2, foreignPath: 1, duplicate: 2 },
    });
  });

  test('errors of Semgrep make it partial', () => {
    expect(parse([], { errors: [{}] })).toEqual({ kind: 'parsed', status: 'partial', findings: [], dropped: nothing });
    expect(parse([], { errors: [] })).toMatchObject({ status: 'completed' });
  });

  test.each(['', 'no json', '[]', '{}', '{"results":{}}', 'null'])('%j is unusable', (text) => {
    expect(parseSemgrepResults(text).kind).toBe('unusable');
  });

  test('reading never throws and ids are consecutive', () => {
    const entry = fc.oneof(
      fc.anything(),
      fc.record({
        check_id: fc.string(),
        path: fc.string(),
        start: fc.record({ line: fc.integer() }),
        end: fc.anything(),
        extra: fc.record({ severity: fc.constantFrom('HIGH', 'LOW', 1) }),
      }),
    );
    fc.assert(
      fc.property(fc.array(entry), (results) => {
        const outcome = parse(results);
        if (outcome.kind !== 'parsed') throw new Error('expected a list');
        const { malformed, belowMinimum, foreignPath, duplicate } = outcome.dropped;
        expect(outcome.findings.length + malformed + belowMinimum + foreignPath + duplicate).toBe(results.length);
        outcome.findings.forEach((finding, i) => {
          expect(finding.finding_id).toBe(`SG-${String(i + 1).padStart(3, '0')}`);
        });
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseSemgrepResults(text)));
  });
});

test('one retry, then the embedded baseline; a halt only where Semgrep is required [AUD-30]', () => {
  const run = { installed: true, required: false, attempts: 1, outcome: null };
  const parsed = parse([]);
  expect(decideSemgrep({ ...run, outcome: parsed })).toEqual({ kind: 'use', status: 'completed' });
  expect(decideSemgrep(run)).toEqual({ kind: 'retry' });
  expect(decideSemgrep({ ...run, attempts: 2 })).toEqual({ kind: 'embedded-baseline', status: 'failed' });
  expect(decideSemgrep({ ...run, installed: false })).toEqual({ kind: 'embedded-baseline', status: 'absent' });
  expect(decideSemgrep({ ...run, attempts: 2, required: true })).toEqual({ kind: 'halt', status: 'failed' });
  expect(decideSemgrep({ ...run, installed: false, required: true })).toEqual({ kind: 'halt', status: 'absent' });
});

test('one unreadable entry makes the scan partial, line 1 is a line, and a nameless rule is unreadable', () => {
  expect(parse([null])).toMatchObject({ status: 'partial', dropped: { malformed: 1 } });
  expect(parse([result({ check_id: '' })])).toMatchObject({ dropped: { malformed: 1 } });
  expect(parse([result({ start: { line: 1 }, end: { line: 1 } })])).toMatchObject({
    findings: [{ start_line: 1, end_line: 1 }],
  });
});
