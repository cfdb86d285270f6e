import { expect, test } from 'vitest';
import { readFinding, readVerdict } from './reviewer-claims.ts';

test.each([
  [{ verdict: 'REQUEST_CHANGES' }, 'WARN'],
  [{ verdict: 'APPROVE' }, 'OK'],
  [{ veto_exercised: true }, 'VETO'],
  [{ verdict: 'APPROVE', veto_exercised: true }, 'VETO'],
  [{ verdict: 'warn' }, 'WARN'],
  [{ verdict: 'MAYBE' }, null],
  [{ veto_exercised: false }, null],
])('verdict of %j is %s [REV-11]', (said, verdict) => {
  expect(readVerdict(said)).toBe(verdict);
});

test.each([
  [{ location: 'a b/c.go:45' }, ['a b/c.go', 45, 45]],
  [{ location: 'c.go:45-52' }, ['c.go', 45, 52]],
  [{ file: 'c.go', line: 45, end_line: 50 }, ['c.go', 45, 50]],
  [{ file: 'c.go', line: '45-52' }, ['c.go', 45, 52]],
  [{ file: 'c.go:45' }, ['c.go', 45, 45]],
  [{ file: 'odd:12', line: 3 }, ['odd:12', 3, 3]],
  [{ file: 'c.go', line: 0 }, ['c.go', null, null]],
  [{ file: 'C:\\x\\c.go:9:4' }, ['C:\\x\\c.go', 9, 9]],
  [{}, [null, null, null]],
])('the place of %j is %j [REV-07]', (said, place) => {
  const reading = readFinding({ severity: 'low', issue: 'x', ...said });
  expect(reading.kind === 'finding' && [reading.finding.file, reading.finding.line, reading.finding.endLine]).toEqual(
    place,
  );
});

test.each([
  [{ severity: 'INFO', issue: 'x' }],
  [{ severity: 'HIGH' }],
  [{ severity: 'HIGH', issue: '…' }],
  ['text'],
  [null],
  [[]],
])('%j is no finding [HOST-04]', (value) => {
  expect(readFinding(value).kind).toBe('unusable');
});

test('a key `__proto__` in a finding changes nothing', () => {
  const reading = readFinding(JSON.parse('{"severity":"LOW","issue":"x","__proto__":{"polluted":1}}'));
  expect(reading.kind === 'finding' && Object.keys(reading.finding.extra)).toEqual([]);
});
