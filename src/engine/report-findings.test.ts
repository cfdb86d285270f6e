/** Whom the suppression of a fingerprint is for where equal code stands in a file more than once. */
import { expect, test } from 'vitest';
import { sampleFinding } from '../../test/support/sample-findings.ts';
import type { Finding } from '../protocol/findings/finding.ts';
import { REVIEW_RULES } from '../protocol/findings/merge.ts';
import { NO_POLICY, type Suppression } from '../protocol/findings/suppression.ts';
import { mergeFindings } from './merge-findings.ts';
import { numberAll } from './report-findings.ts';

const twin = (line: number, introduced: boolean, more: Partial<Finding> = {}): Finding =>
  sampleFinding({
    id: `F${line}`,
    rule: 'sql-injection',
    line,
    endLine: line,
    quote: 'db.query(sql);',
    status: 'confirmed',
    introduced,
    ...more,
  });

const merge = (findings: readonly Finding[]) => mergeFindings(findings, REVIEW_RULES);

/** Of three equal findings, from top to bottom. */
const PRINTS = numberAll(merge([twin(10, true), twin(20, true), twin(30, true)]))
  .toSorted((a, b) => a.line - b.line)
  .map(({ fingerprint }) => fingerprint);

const dismissal = (fingerprint: string | null, more: Partial<Suppression> = {}): Suppression => ({
  kind: 'dismissal',
  place: 'state folder',
  fingerprint,
  rules: [],
  paths: [],
  line: null,
  reason: 'accepted',
  until: null,
  by: null,
  ...more,
});

/** Lines of the findings that are suppressed; `dismissed` are numbers from the top. */
const suppressedLines = (
  findings: readonly Finding[],
  dismissed: readonly number[],
  others: readonly Suppression[] = [],
): readonly number[] =>
  numberAll(merge(findings), {
    policy: { ...NO_POLICY, suppressions: [...dismissed.map((at) => dismissal(PRINTS[at] ?? '')), ...others] },
  })
    .filter(({ status }) => status === 'suppressed')
    .map(({ line }) => line)
    .toSorted((a, b) => a - b);

const comment = dismissal(null, { kind: 'comment', paths: ['src/a.ts'], line: 20 });

test.each<[string, readonly Finding[], readonly number[], readonly Suppression[], readonly number[]]>([
  ['above the old one', [twin(10, true), twin(20, false)], [0], [], [20]],
  ['below the old one', [twin(10, false), twin(20, true)], [0], [], [10]],
  ['two above the old one', [twin(10, true), twin(20, true), twin(30, false)], [0], [], [30]],
  ['above two old ones', [twin(10, true), twin(20, false), twin(30, false)], [0, 1], [], [20, 30]],
  ['between two old ones', [twin(10, false), twin(20, true), twin(30, false)], [0, 1], [], [10, 30]],
  ['above two of which one is dismissed', [twin(10, true), twin(20, false), twin(30, false)], [0], [], [20]],
  ['above one that a comment covers as well', [twin(10, true), twin(20, false)], [0], [comment], [20]],
  ['above one that was turned down', [twin(10, true), twin(20, false, { status: 'rejected' })], [0], [], []],
])('an equal line that a change adds is not silenced by the dismissal of the old one: %s [SUPP-01]', (...row) => {
  const [, findings, dismissed, others, expected] = row;
  expect(suppressedLines(findings, dismissed, others)).toEqual(expected);
});

test.each<[string, readonly Finding[], readonly number[], readonly Suppression[], readonly number[]]>([
  ['what moved', [twin(10, true)], [0], [], [10]],
  ['where no change is judged', [twin(10, true), twin(20, true)], [0], [], [10]],
  ['each by its own', [twin(10, true), twin(20, false)], [0, 1], [], [10, 20]],
  ['beside other code', [twin(10, true), twin(20, false, { quote: 'db.query(other);' })], [0], [], [10]],
  [
    'by a suppression of the whole rule',
    [twin(10, true), twin(20, false)],
    [0],
    [dismissal(null, { kind: 'configuration', rules: ['sql-injection'] })],
    [10, 20],
  ],
])('a new finding is suppressed: %s [SUPP-01]', (...row) => {
  const [, findings, dismissed, others, expected] = row;
  expect(suppressedLines(findings, dismissed, others)).toEqual(expected);
});

test('ids follow the problems of the report: what an attacker gains, what counts first, tests last', () => {
  const found = (line: number, more: Partial<Finding>): Finding => twin(line, true, { severity: 'HIGH', ...more });
  const findings = [
    found(10, { rule: 'slow', cwe: 'CWE-1333' }),
    found(30, { rule: 'shell', cwe: 'CWE-78', file: 'test/a.ts' }),
    found(50, { rule: 'old', cwe: 'CWE-78', introduced: false }),
    found(70, { rule: 'shell', cwe: 'CWE-78' }),
    found(90, { rule: 'slow', cwe: 'CWE-1333', severity: 'MEDIUM' }),
  ];
  expect(numberAll(merge(findings)).map(({ id, line }) => `${id} ${line}`)).toEqual([
    'H-01 70',
    'H-02 10',
    'H-03 30',
    'H-04 50',
    'M-01 90',
  ]);
});
