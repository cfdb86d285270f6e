/** What a quote of a model proves: only what stands, sign by sign, at the lines that it names. */
import { expect, test } from 'vitest';
import type { ClaimedFinding } from '../protocol/findings/finding.ts';
import { checkAgainst } from './accept-claim.ts';

/** Line 100 is the one that is quoted. */
const TEXT = Array.from({ length: 200 }, (_, i) => (i === 99 ? '  const sum = a + b;' : `line(${i + 1});`)).join('\n');

const claim = (more: Partial<ClaimedFinding>): ClaimedFinding => ({
  id: null,
  severity: 'CRITICAL',
  category: 'injection',
  dimension: null,
  cwe: null,
  file: 'a.ts',
  line: 100,
  endLine: null,
  title: 't',
  issue: 'i',
  evidence: 'const sum = a + b;',
  recommendation: null,
  references: [],
  related: [],
  source: null,
  sink: null,
  flow: null,
  impact: null,
  confidence: 0.9,
  originallyTruncated: false,
  rule: null,
  extra: {},
  ...more,
});

const check = (more: Partial<ClaimedFinding>, model: string | null = 'evil/model') => {
  const { status, line, endLine, introduced } = checkAgainst(
    claim(more),
    { id: 'x', agent: 'security-reviewer', round: 1, model },
    { file: { path: 'a.ts', changed: [{ start: 1, end: 5 }] }, text: TEXT, delivered: null },
  );
  return [status, line, endLine, introduced];
};

test.each<[string, Partial<ClaimedFinding>, readonly unknown[]]>([
  ['its line', {}, ['confirmed', 100, 100, false]],
  ['a few lines around it', { line: 90, endLine: 110 }, ['confirmed', 90, 110, false]],
  ['the whole file', { line: 1, endLine: 200 }, ['confirmed', 100, 100, false]],
  ['more than the file', { line: 1, endLine: 9999 }, ['confirmed', 100, 100, false]],
  [
    'the whole file, of two lines',
    { line: 1, endLine: 200, evidence: 'const sum = a + b;\nline(102);' },
    ['confirmed', 100, 102, false],
  ],
  ['the whole file, of nothing', { line: 1, endLine: 200, evidence: 'eval(sum)' }, ['unverified', 1, 200, true]],
  ['another line', { line: 99 }, ['unverified', 99, 99, false]],
  ['a blank of another kind', { evidence: 'const\u00a0sum\u00a0= a + b;' }, ['confirmed', 100, 100, false]],
  ['a letter of another script', { evidence: 'const sum = \u0430 + b;' }, ['unverified', 100, 100, false]],
  ['a wide letter', { evidence: 'const sum = \uff41 + b;' }, ['unverified', 100, 100, false]],
  ['a sign of no width', { evidence: 'const s\u200bum = a + b;' }, ['unverified', 100, 100, false]],
  ['an accent', { evidence: 'const su\u0300m = a + b;' }, ['unverified', 100, 100, false]],
  ['other capitals', { evidence: 'CONST SUM = A + B;' }, ['unverified', 100, 100, false]],
  ['a line and an invention', { evidence: 'const sum = a + b;\neval(sum);' }, ['unverified', 100, 100, false]],
  ['parts left out', { evidence: 'const sum … b;', extra: { redacted: true } }, ['unverified', 100, 100, false]],
  ['a line that is not there', { line: 500 }, ['rejected', 200, 200, false]],
])('a quote of %s [OUTPUT-11, REV-26]', (_name, more, expected) => expect(check(more)).toEqual(expected));

test('a quote that stands twice is placed where the change is', () => {
  const text = TEXT.replace('line(20);', 'const sum = a + b;');
  const author = { id: 'x', agent: 'security-reviewer', round: 1, model: 'some/model' };
  const file = { path: 'a.ts', changed: [{ start: 98, end: 102 }] };
  const found = checkAgainst(claim({ line: 1, endLine: 200 }), author, { file, text, delivered: null });
  expect(found).toMatchObject({ line: 100, introduced: true });
});
