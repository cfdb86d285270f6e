import { describe, expect, test } from 'vitest';
import { buildFinding, buildReport } from '../../test/support/sample-reports.ts';
import { groupProblems, nameAll } from '../protocol/report/problems.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';
import { listReasons, summarize } from './overview.ts';

const by = (rule: string | null) => [
  { agent: 'security-reviewer', round: 1, rule, model: rule === null ? 'm/a' : null },
];
let number = 0;
const find = (said: Partial<ReportFinding> & { readonly rule?: string | null }): ReportFinding => {
  const { rule = 'a-rule', ...fields } = said;
  number += 1;
  return buildFinding({
    id: `F-${number}`,
    severity: 'HIGH',
    file: 'src/app.ts',
    status: 'confirmed',
    confidence: 0.9,
    reported_by: by(rule),
    ...fields,
  });
};

const show = (findings: readonly ReportFinding[]): readonly string[] =>
  groupProblems(findings).map(({ title, findings: { length } }) => `${title} × ${length}`);

test('what is not known to hold is no other place of what is confirmed', () => {
  const findings = [
    find({ title: 'SQL' }),
    find({ title: 'SQL', status: 'needs_manual' }),
    find({ title: 'SQL', line: 9 }),
  ];
  expect(show(findings)).toEqual(['SQL × 2', 'SQL × 1']);
});

test('one rule in many places is one problem, and every finding is in exactly one', () => {
  const findings = [
    ...Array.from({ length: 109 }, (_, line) =>
      find({ rule: 'debug', severity: 'LOW', title: 'Debugging left in', line }),
    ),
    find({ rule: 'sqli', title: 'SQL built from input', cwe: 'CWE-89' }),
    find({ rule: 'sqli', title: 'SQL built from input', cwe: 'CWE-89', severity: 'MEDIUM' }),
    find({ rule: null, title: 'A race', category: 'concurrency', cwe: null }),
    find({ rule: null, title: 'A race', category: 'concurrency', cwe: null, file: 'src/b.ts' }),
    find({ rule: null, title: 'Another race', category: 'concurrency', cwe: null }),
  ];
  expect(show(findings)).toEqual([
    'SQL built from input × 2',
    'A race × 2',
    'Another race × 1',
    'Debugging left in × 109',
  ]);
  const all = groupProblems(findings).flatMap((problem) => problem.findings);
  expect(all.toSorted(compare)).toEqual(findings.toSorted(compare));
});
const compare = (a: ReportFinding, b: ReportFinding): number => (a.id < b.id ? -1 : 1);

describe('the order', () => {
  test.each([
    ['severity before gain', { severity: 'CRITICAL', cwe: null, category: 'naming' }, { cwe: 'CWE-78' }],
    ['code that runs before a page that is slow', { cwe: 'CWE-78' }, { cwe: 'CWE-1333' }],
    [
      "a visitor's session, less sure, before an error that is swallowed",
      { cwe: 'CWE-79', confidence: 0.6 },
      { cwe: null, category: 'error-handling', confidence: 0.9 },
    ],
    ['a slow service before a comment that is wrong', { cwe: 'CWE-400' }, { cwe: null, category: 'accuracy' }],
    ['a page of another before a dependency that is not pinned', { cwe: 'CWE-601' }, { cwe: 'CWE-1357' }],
    [
      'a host that nobody checks before an error that is dropped',
      { cwe: 'CWE-295' },
      { cwe: null, category: 'error-handling' },
    ],
    [
      'a debugger for everybody before an error that is dropped',
      { cwe: 'CWE-489' },
      { cwe: null, category: 'error-handling' },
    ],
    ['data of others before a session', { cwe: 'CWE-89' }, { cwe: 'CWE-79' }],
    ['a weakness before a complaint of style', { cwe: 'CWE-614' }, { cwe: null, category: 'naming' }],
    [
      'a bug before a complaint of style',
      { cwe: null, category: 'control-flow' },
      { cwe: null, category: 'complexity' },
    ],
    ['what is sure before what is not', { cwe: 'CWE-22', confidence: 0.9 }, { cwe: 'CWE-78', confidence: 0.3 }],
    ['what is confirmed before what is not', { status: 'confirmed' }, { status: 'unverified' }],
    ['code before a text for people', { cwe: 'CWE-79' }, { cwe: 'CWE-798', file: 'app/docs/index.txt' }],
    ['a package that is imported before one that is not', { cwe: 'CWE-79' }, { extra: { imported: false } }],
    ['a short way of data before a long one', { flow: 'a → b' }, { flow: Array(12).fill('a').join(' → ') }],
    ['code before tests, however severe', { severity: 'LOW' }, { severity: 'CRITICAL', file: 'test/fixtures/a.ts' }],
    ['the same in code before the same in tests', {}, { file: 'src/app.test.ts' }],
  ] as const)('%s', (_name, first, second) => {
    const [a, b] = [find({ rule: 'a', title: 'first', ...first }), find({ rule: 'b', title: 'second', ...second })];
    expect(show([b, a])).toEqual(['first × 1', 'second × 1']);
    expect(show([a, b])).toEqual(['first × 1', 'second × 1']);
  });

  test('one rule in code and in tests is two problems', () => {
    expect(groupProblems([find({}), find({ file: 'tests/a.ts' })]).map(({ isInTests }) => isInTests)).toEqual([
      false,
      true,
    ]);
  });
});

test.each([
  [['Function a is hard to follow', 'Function b is hard to follow'], 'Function … is hard to follow'],
  [['16 lines repeat a.js:1', '12 lines repeat b.js:2'], '… lines repeat …'],
  [['POST /a is open', 'GET /b is open', 'PUT /c d is open'], '… is open'],
  [['nothing alike', 'entirely different words'], 'nothing alike'],
  [['same', 'same'], 'same'],
])('a rule with the titles %j is called %j', (titles, expected) => {
  expect(nameAll(titles.map((title) => find({ title })))).toBe(expected);
});

test('a verdict gives one reason for a problem, however many places it has', () => {
  const findings = ['a.ts', 'b.ts', 'c.ts'].map((file, at) =>
    buildFinding({
      id: `H-0${at + 1}`,
      severity: 'HIGH',
      file,
      title: 'SQL built from input',
      reported_by: by('sqli'),
    }),
  );
  const report = buildReport({
    verdict: 'VETO',
    findings,
    verdict_trace: [
      ...findings.map(({ id, title, file }) => `VETO: ${id} by security-reviewer, exploit path: ${title} (${file}:1)`),
      'incomplete: the verdict covers only the files that were reviewed',
    ],
  });
  expect(listReasons(report, summarize(report))).toEqual([
    'VETO: H-01 by security-reviewer, exploit path: SQL built from input (a.ts:1), and 2 other places',
    'incomplete: the verdict covers only the files that were reviewed',
  ]);
});
