import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyRepair, readRepair } from '../../protocol/findings/repair.ts';
import { meanByWeakness, toFinding } from '../external/external-findings.ts';
import { isForeignPath, parseSemgrepResults, readLevel } from './semgrep-results.ts';

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
  expect(words.map(readLevel)).toEqual([
    ...['info', 'info', 'warning', 'warning', 'error', 'error', 'error', 'error'],
    ...['unknown', 'unknown', 'unknown', 'unknown'],
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
  test('one hit with every field', () => {
    const at = (line: number) => ({ path: 'src/a.ts', start: { line }, end: { line } });
    const told = result(
      {},
      {
        fix: 'db.query(sql, [id])',
        metadata: {
          cwe: ['CWE-89: SQL Injection'],
          references: ['https://example.org/sql', 'file:///etc', 7],
          confidence: 'LOW',
        },
        dataflow_trace: {
          taint_source: ['CliCall', [[at(2), 'read(\n  req)'], [], ['CliLoc', [at(9), 'x']]]],
          intermediate_vars: [
            { content: 'id', location: at(2) },
            { content: 'sql', location: at(3) },
          ],
          taint_sink: ['CliLoc', [at(4), 'db.query(sql)']],
        },
      },
    );
    expect(parse([told])).toEqual({
      kind: 'parsed',
      status: 'completed',
      hits: [
        {
          rule: 'rules.sql',
          path: 'src/a.ts',
          line: 4,
          endLine: 5,
          message: 'tainted query',
          level: 'error',
          certainty: 'low',
          cwe: 'CWE-89',
          references: ['https://example.org/sql'],
          fix: 'db.query(sql, [id])',
          edit: { line: 4, column: 1, end_line: 5, end_column: 9, text: 'db.query(sql, [id])' },
          trace: { source: 'read( req) :2', sink: 'db.query(sql) :4', flow: ':2 → :3 → :4' },
        },
      ],
      dropped: nothing,
    });
  });

  test.each([
    ['fits', 'a();\nload(x);\n', 'a();\nsafeLoad(x);\n'],
    ['has letters of several bytes', 'a();\nload(x); // é\n', null],
    ['ends before it', 'a();\nlo\n', null],
  ])('the fix of a rule is a repair where its line %s', (_case, text, expected) => {
    const told = result({ start: { line: 2, col: 1 }, end: { line: 2, col: 8 } }, { fix: 'safeLoad(x)' });
    const outcome = parse([told]);
    const [hit] = outcome.kind === 'parsed' ? outcome.hits : [];
    if (!hit) throw new Error('no hit');
    const file = { path: 'src/a.ts', language: 'typescript', text, changed: null };
    const repair = readRepair({ extra: toFinding('semgrep', hit, file, meanByWeakness(hit, 'HIGH'))?.extra ?? {} });
    expect(repair && applyRepair(text, repair)).toBe(expected);
  });

  test('half a trace is none', () => {
    for (const trace of [null, [], { taint_source: ['CliLoc', [{ start: { line: 2 } }, 'x']] }])
      expect(parse([result({}, { dataflow_trace: trace })])).toMatchObject({ hits: [{ trace: null }] });
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
      hits: [{ message: 'tainted query' }, { message: 'another' }],
      dropped: { malformed: 5, belowMinimum: 2, foreignPath: 1, duplicate: 2 },
    });
  });

  test('errors of Semgrep make it partial', () => {
    expect(parse([], { errors: [{}] })).toEqual({ kind: 'parsed', status: 'partial', hits: [], dropped: nothing });
    expect(parse([], { errors: [] })).toMatchObject({ status: 'completed' });
  });

  test.each(['', 'no json', '[]', '{}', '{"results":{}}', 'null'])('%j is unusable', (text) => {
    expect(parseSemgrepResults(text).kind).toBe('unusable');
  });

  test('reading never throws, and every entry is a hit or counted', () => {
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
        expect(outcome.hits.length + malformed + belowMinimum + foreignPath + duplicate).toBe(results.length);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseSemgrepResults(text)));
  });
});

test('one unreadable entry makes the scan partial, line 1 is a line, and a nameless rule is unreadable', () => {
  expect(parse([null])).toMatchObject({ status: 'partial', dropped: { malformed: 1 } });
  expect(parse([result({ check_id: '' })])).toMatchObject({ dropped: { malformed: 1 } });
  expect(parse([result({ start: { line: 1 }, end: { line: 1 } })])).toMatchObject({
    hits: [{ line: 1, endLine: 1 }],
  });
});
