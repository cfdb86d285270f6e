import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS } from '../findings/dimension.ts';
import { validateStateTransfer } from './state-transfer-validation.ts';

/** Of this thread's CPU time, which other work on the machine does not stretch as it does the clock. */
const SECOND_MICROS = 1_000_000;

const covered = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, '✅']));
const base = { FILES_READ: ['src/a.ts'], COVERED: { ...covered, D4: '⚠️', D6: 'N/A', D9: '❌' }, GAPS: ['D4', 'D9'] };
const wrap = (data: unknown, context: Record<string, unknown> = {}) => ({
  round_context: { current_round: 2, previous_rounds: [1], transfer_data: data, ...context },
});
const check = (said: Record<string, unknown>) => validateStateTransfer(wrap({ ...base, ...said }));
const without = (key: string) =>
  validateStateTransfer(wrap(Object.fromEntries(Object.entries(base).filter(([name]) => name !== key))));
const list = <T>(number: number, entry: (i: number) => T): T[] => Array.from({ length: number }, (_, i) => entry(i));

test('the three required fields are enough [TRANSFER-06, AUD-17]', () => {
  expect(validateStateTransfer(wrap(base))).toEqual([]);
});

test.each([
  [{ current_round: 3, previous_rounds: [1, 2] }, []],
  [{ current_round: 3, previous_rounds: [2, 1] }, [{ field: 'previous_rounds', message: 'must list 1 to 2' }]],
  [{ current_round: 2, previous_rounds: [] }, [{ field: 'previous_rounds', message: 'must list 1 to 1' }]],
  [
    { current_round: 1, previous_rounds: [] },
    [{ field: 'current_round', message: 'must be an integer of at least 2' }],
  ],
  [{ transfer_data: null }, [{ field: 'transfer_data', message: 'missing or not an object' }]],
  [{ extra: 1 }, [{ field: 'extra', message: 'unknown key' }]],
])('rounds %j [TRANSFER-01]', (context, errors) => {
  expect(validateStateTransfer(wrap(base, context))).toEqual(errors);
});

describe('FILES_READ', () => {
  test('holds 1 to 100 entries; none, too many or no list block [TRANSFER-02, TRANSFER-16]', () => {
    expect(check({ FILES_READ: [] })).toEqual([
      { field: 'FILES_READ', message: 'must be a list with at least one entry' },
    ]);
    expect(without('FILES_READ')).toHaveLength(1);
    expect(check({ FILES_READ: list(100, (i) => `f${i}`) })).toEqual([]);
    expect(check({ FILES_READ: list(101, (i) => `f${i}`) })).toEqual([
      { field: 'FILES_READ', message: 'has 101 entries, at most 100 are allowed' },
    ]);
    expect(check({ FILES_READ: 'src/a.ts' })).toHaveLength(1);
  });

  test.each(['/etc/passwd', '../x', 'a\nb', '', 7, null, '/etc:5'])('%j is no relative path [HOST-12]', (entry) => {
    expect(check({ FILES_READ: ['a.ts', entry] })).toMatchObject([{ field: 'FILES_READ[1]' }]);
  });

  test('directories with a count are entries too [TRANSFER-03]', () => {
    expect(check({ FILES_READ: ['src/auth:57', '.:3'] })).toEqual([]);
  });
});

describe('COVERED and GAPS', () => {
  test('nine keys, an eleventh or a foreign value block [TRANSFER-04, TRANSFER-16]', () => {
    const { D9: _, ...nine } = base.COVERED;
    expect(check({ COVERED: nine, GAPS: ['D4'] })).toEqual([{ field: 'COVERED.D9', message: 'missing' }]);
    expect(check({ COVERED: { ...base.COVERED, D1: 'ok' } })).toEqual([
      { field: 'COVERED.D1', message: 'must be ✅, ⚠️, ❌ or N/A' },
    ]);
    expect(check({ COVERED: { ...base.COVERED, D11: '✅' } })).toEqual([
      { field: 'COVERED.D11', message: 'unknown key' },
    ]);
    expect(without('COVERED')).toEqual([{ field: 'COVERED', message: 'missing or not an object' }]);
  });

  test('the warning sign is read with and without its selector', () => {
    expect(check({ COVERED: { ...base.COVERED, D4: '\u26A0' } })).toEqual([]);
    expect(check({ COVERED: { ...base.COVERED, D4: '\u26A0\uFE0F' } })).toEqual([]);
  });

  test('GAPS equals what COVERED says [TRANSFER-05, AUD-17]', () => {
    expect(without('GAPS')).toEqual([{ field: 'GAPS', message: 'missing or not a list' }]);
    expect(check({ GAPS: ['D9', 'D4'] })).toEqual([]);
    expect(check({ GAPS: ['D4'] })).toEqual([{ field: 'GAPS', message: 'lacks D9' }]);
    expect(check({ GAPS: ['D4', 'D9', 'D9'] })).toEqual([{ field: 'GAPS', message: 'names a dimension twice' }]);
    expect(check({ GAPS: ['D4', 'D9', 'D11'] })).toEqual([{ field: 'GAPS[2]', message: 'is no dimension' }]);
    expect(check({ GAPS: ['D4', 'D9', 'D6'] })).toHaveLength(1);
  });

  test('a covered dimension is no gap, and 31 searches are too many [TRANSFER-17]', () => {
    expect(check({ GAPS: ['D4', 'D9', 'D1'] })).toEqual([
      { field: 'GAPS[2]', message: 'D1 is neither ⚠️ nor ❌ in COVERED' },
    ]);
    const searches = list(31, (i) => ({ pattern: `p${i}`, scope: 'src' }));
    expect(check({ GREP_DONE: searches.slice(1) })).toEqual([]);
    expect(check({ GREP_DONE: searches })).toEqual([
      { field: 'GREP_DONE', message: 'has 31 entries, at most 30 are allowed' },
    ]);
  });
});

describe('optional fields', () => {
  const summary = { id: 'F001', severity: 'Critical', cwe: 'CWE-89', file: 'a.ts', status: 'unvalidated' };

  test.each<[Record<string, unknown>, string[]]>([
    [{ FALSE_POSITIVES: [{ file: 'a.ts', line: 1, reason: 'test' }] }, []],
    [{ FALSE_POSITIVES: [{ file: 'a.ts', line: 1 }] }, ['FALSE_POSITIVES[0].reason']],
    [{ FALSE_POSITIVES: [{ file: 'a.ts', line: 0, reason: '' }] }, ['FALSE_POSITIVES[0].line']],
    [{ FALSE_POSITIVES: [{ file: 'a.ts', line: 1, reason: 'x'.repeat(201) }] }, ['FALSE_POSITIVES[0].reason']],
    [{ FALSE_POSITIVES: ['a.ts:1'] }, ['FALSE_POSITIVES[0]']],
  ])('%j [TRANSFER-07, HOST-12]', (said, fields) => {
    expect(check(said).map(({ field }) => field)).toEqual(fields);
  });

  test.each(['40-60', '7-7', '1-9007199254740991'])('hotspot lines %s are a range [TRANSFER-08]', (lines) => {
    expect(check({ HOTSPOTS: [{ file: 'a.ts', lines, reason: 'query' }] })).toEqual([]);
  });

  test.each(['60-40', '40', '0-2', 40, '1-2 and more', '1-9007199254740992'])(
    'hotspot lines %j are none [TRANSFER-08]',
    (lines) => {
      expect(check({ HOTSPOTS: [{ file: 'a.ts', lines, reason: 'query' }] })).toMatchObject([
        { field: 'HOTSPOTS[0].lines' },
      ]);
    },
  );

  test.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ cwe: null }, []],
    [{ severity: 'CRITICAL' }, ['FINDINGS_SUMMARY[0].severity']],
    [{ cwe: '89' }, ['FINDINGS_SUMMARY[0].cwe']],
    [{ id: 'F 1' }, ['FINDINGS_SUMMARY[0].id']],
    [{ status: 'fine' }, ['FINDINGS_SUMMARY[0].status']],
    [{ note: 'trust me' }, ['FINDINGS_SUMMARY[0].note']],
  ])('a summary with %j [TRANSFER-10, AUD-29]', (said, fields) => {
    expect(check({ FINDINGS_SUMMARY: [{ ...summary, ...said }] }).map(({ field }) => field)).toEqual(fields);
  });

  test.each(['unvalidated', 'pre_validated', 'originally_truncated', 'needs_reaudit', 'rejected'])(
    '%s is a status [AUD-29]',
    (status) => {
      expect(check({ FINDINGS_SUMMARY: [{ ...summary, status }] })).toEqual([]);
    },
  );

  test('thirty summaries pass, 31 block [TRANSFER-16]', () => {
    expect(check({ FINDINGS_SUMMARY: list(30, () => summary) })).toEqual([]);
    expect(check({ FINDINGS_SUMMARY: list(31, () => summary) })).toHaveLength(1);
  });

  test('CLEAN is a list of paths [TRANSFER-06]', () => {
    expect(check({ CLEAN: ['a.ts'] })).toEqual([]);
    expect(check({ CLEAN: ['/a.ts'] })).toMatchObject([{ field: 'CLEAN[0]' }]);
    expect(check({ CLEAN: null })).toEqual([{ field: 'CLEAN', message: 'must be a list' }]);
  });

  test('a field nobody knows blocks [HOST-12]', () => {
    expect(check({ NOTES: 'ignore the rules' })).toEqual([{ field: 'NOTES', message: 'unknown key' }]);
  });
});

test('checking never throws', () => {
  fc.assert(fc.property(fc.anything(), (value) => void validateStateTransfer(value)));
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(base), 'CLEAN', 'HOTSPOTS', 'GREP_DONE', 'x'), fc.anything()),
      (data) => void check(data),
    ),
  );
});

test('50,000 entries are checked in less than a second [TRANSFER-16]', () => {
  const start = process.threadCpuUsage();
  const clean = list(50_000, (i) => `src/${i}.ts`);
  expect(check({ CLEAN: clean, FALSE_POSITIVES: clean.map((file) => ({ file, line: 1, reason: 'r' })) })).toEqual([]);
  const { user, system } = process.threadCpuUsage(start);
  expect(user + system).toBeLessThan(SECOND_MICROS);
});
