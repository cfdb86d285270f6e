import { describe, expect, test } from 'vitest';
import { DIMENSIONS, type DimensionCoverage } from '../findings/dimension.ts';
import { distributeDimensions } from './distribute-dimensions.ts';
import type { AuditHistory } from './state-transfer.ts';
import {
  indexHistory,
  isKnownFalsePositive,
  isRuledOut,
  isSkippedFile,
  judgeRead,
  judgeSearch,
  orderDimensions,
  sampleCleanFiles,
} from './state-transfer-rules.ts';

const covered = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 'covered'])) as DimensionCoverage;
const history: AuditHistory = {
  coverage: { ...covered, D9: 'shallow' },
  filesRead: ['src/a.ts', 'src/hot.ts'],
  cleanFiles: Array.from({ length: 20 }, (_, i) => `clean/${i}.ts`),
  falsePositives: [
    { file: 'src/a.ts', line: 100, reason: 'constant' },
    { file: 'src/a.ts', line: 20, reason: 'constant' },
  ],
  hotspots: [{ file: 'src/hot.ts', lines: { start: 1, end: 9 }, reason: 'query' }],
  searches: [
    { pattern: 'exec(', scope: 'src/' },
    { pattern: 'eval(', scope: 'lib/deep' },
    { pattern: 'everywhere', scope: '.' },
  ],
  findings: [{ id: 'F001', severity: 'HIGH', cwe: 'CWE-89', file: 'src/a.ts', status: 'unvalidated' }],
};
const index = indexHistory(history, { round: 2, seed: 'run-1' });

describe('reading again', () => {
  const range = { start: 1, end: 9 };

  test('a plain read of a known file is refused, a new file is not [TRANSFER-11]', () => {
    expect(judgeRead(index, { file: 'src/a.ts', range: null, dimension: null }).kind).toBe('refused');
    expect(judgeRead(index, { file: 'src/new.ts', range: null, dimension: null })).toEqual({
      kind: 'allowed',
      reread: false,
    });
  });

  test('a hotspot may be read again [TRANSFER-11]', () => {
    expect(judgeRead(index, { file: 'src/hot.ts', range: null, dimension: null })).toEqual({
      kind: 'allowed',
      reread: true,
    });
  });

  test('a range may be read again for a gap, and is counted; not for a covered dimension [TRANSFER-11]', () => {
    expect(judgeRead(index, { file: 'src/a.ts', range, dimension: 'D9' })).toEqual({ kind: 'allowed', reread: true });
    expect(judgeRead(index, { file: 'src/a.ts', range, dimension: 'D1' })).toEqual({
      kind: 'refused',
      reason: 'src/a.ts was read, and D1 is no gap',
    });
    expect(judgeRead(index, { file: 'src/a.ts', range: null, dimension: 'D9' }).kind).toBe('refused');
    expect(judgeRead(index, { file: 'src/a.ts', range, dimension: null }).kind).toBe('refused');
  });
});

test('gaps come first: the first task of round 2 is one [TRANSFER-12]', () => {
  expect(orderDimensions(['D1', 'D2', 'D9', 'D10', 'D4'], ['D9', 'D4'])).toEqual(['D4', 'D9', 'D1', 'D2', 'D10']);
  const [first] = distributeDimensions(['D9'], 1);
  expect(orderDimensions([...(first?.dimensions ?? []), 'D1'], ['D9'])[0]).toBe('D9');
});

describe('searching again', () => {
  test.each([
    ['exec(', 'src/', 'refused'],
    ['exec(', 'src', 'refused'],
    ['exec(', './src', 'refused'],
    ['exec(', 'src/auth/', 'allowed'],
    ['exec(', 'srcs', 'allowed'],
    ['exec(', '.', 'refused'],
    ['exec(', '', 'refused'],
    ['exec(', 'lib', 'allowed'],
    ['eval(', 'lib', 'refused'],
    ['everywhere', '', 'refused'],
    ['everywhere', 'src', 'allowed'],
    ['other', 'src/', 'allowed'],
  ])('%s in %j is %s [TRANSFER-13, CONVERGE-04]', (pattern, scope, kind) => {
    expect(judgeSearch(index, { pattern, scope, traces: null }).kind).toBe(kind);
  });

  test('the third round only follows known findings and hotspots; the emergency round may search [TURNS-03, AUD-09]', () => {
    const third = indexHistory(history, { round: 3, seed: 's' });
    const search = { pattern: 'query(', scope: 'src' };
    expect(judgeSearch(third, { ...search, traces: null })).toEqual({
      kind: 'refused',
      reason: 'round 3 follows known findings and hotspots only',
    });
    expect(judgeSearch(third, { ...search, traces: 'F999' }).kind).toBe('refused');
    expect(judgeSearch(third, { ...search, traces: 'F001' }).kind).toBe('allowed');
    expect(judgeSearch(third, { ...search, traces: 'src/hot.ts' }).kind).toBe('allowed');
    const emergency = indexHistory(history, { round: 3, emergency: true, seed: 's' });
    expect(judgeSearch(emergency, { ...search, traces: null }).kind).toBe('allowed');
  });
});

describe('clean files', () => {
  const known = indexHistory(
    { ...history, filesRead: [...history.filesRead, ...history.cleanFiles] },
    { round: 2, seed: 'run-1' },
  );
  const skipped = [...known.cleanFiles][0] ?? '';

  test('are skipped unless new evidence or an analyzer points there [TRANSFER-14, HOST-12]', () => {
    expect(isSkippedFile(known, skipped, false)).toBe(true);
    expect(isSkippedFile(known, skipped, true)).toBe(false);
    expect(isSkippedFile({ ...known, hotspotFiles: new Set([skipped]) }, skipped, false)).toBe(false);
    expect(isSkippedFile(known, 'src/a.ts', false)).toBe(false);
  });

  test('one is read again only if something new points to it [TRANSFER-14]', () => {
    const read = { file: skipped, range: null, dimension: null };
    expect(judgeRead(known, read).kind).toBe('refused');
    expect(judgeRead(known, { ...read, newEvidence: true })).toEqual({ kind: 'allowed', reread: true });
    expect(judgeRead(known, { file: 'src/a.ts', range: null, dimension: null, newEvidence: true }).kind).toBe(
      'refused',
    );
  });

  test.each([
    ['nothing new', {}, 'refused'],
    ['a finding of this round', { newEvidence: true }, 'allowed'],
    ['a known finding is followed', { traces: 'F001' }, 'allowed'],
    ['a dimension that is a gap', { dimension: 'D9' as const }, 'allowed'],
    ['a dimension that is none', { dimension: 'D1' as const }, 'refused'],
  ])('a search in one alone, with %s, is %s [TRANSFER-14]', (_name, why, kind) => {
    expect(judgeSearch(known, { pattern: 'new', scope: skipped, traces: null, ...why }).kind).toBe(kind);
  });

  test('a tenth of them is looked at again [HOST-12]', () => {
    expect(history.cleanFiles.filter((file) => !isSkippedFile(index, file, false))).toHaveLength(2);
    const sizes = [0, 1, 10, 11].map((n) => sampleCleanFiles(history.cleanFiles.slice(0, n), 's').length);
    expect(sizes).toEqual([0, 1, 1, 2]);
  });
});

describe('false positives', () => {
  test.each([
    [94, false],
    [95, true],
    [100, true],
    [105, true],
    [106, false],
    [25, true],
    [26, false],
    [1, false],
  ])('line %i is known: %s [AUD-13]', (line, known) => {
    expect(isKnownFalsePositive(index, 'src/a.ts', { start: line, end: line })).toBe(known);
    expect(isKnownFalsePositive(index, 'src/b.ts', { start: line, end: line })).toBe(false);
  });

  test('a range that reaches one is known', () => {
    expect(isKnownFalsePositive(index, 'src/a.ts', { start: 40, end: 95 })).toBe(true);
    expect(isKnownFalsePositive(index, 'src/a.ts', { start: 40, end: 94 })).toBe(false);
  });

  test('a new finding at such a place is flagged and not counted [TRANSFER-15]', () => {
    const at = (line: number, isAnalyzers: boolean) =>
      isRuledOut(index, { file: 'src/a.ts', lines: { start: line, end: line }, isAnalyzers });
    expect([at(100, false), at(50, false), at(21, true)]).toEqual([true, false, false]);
  });
});
