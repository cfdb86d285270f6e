import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageWeight } from './coverage.ts';
import { AUDIT_RULES, consensusConfidence, mergeFindings, numberFindings, rankFindings } from './merge.ts';
import type { Mergeable } from './mergeable.ts';
import { SEVERITIES } from './severity.ts';

const finding = (said: Partial<Mergeable> = {}): Mergeable => ({
  id: null,
  agent: 'security-reviewer',
  severity: 'HIGH',
  confidence: 0.6,
  file: 'src/a.ts',
  line: 10,
  endLine: said.line ?? 10,
  cwe: 'CWE-89',
  rule: null,
  category: 'injection',
  title: 'SQL injection',
  issue: 'User input reaches a query',
  evidence: null,
  source: null,
  flow: null,
  ...said,
});
/** Ids of the members, group by group. */
const grouped = (findings: readonly Mergeable[]) =>
  mergeFindings(findings).map(({ members }) => members.map(({ id }) => id));
/** Whether two findings become one, in an audit; one agent made both unless said otherwise. */
const areMerged = (left: Partial<Mergeable>, right: Partial<Mergeable>) =>
  mergeFindings([finding({ ...left, id: 'a' }), finding({ ...right, id: 'b' })], AUDIT_RULES).length === 1;

describe('merging findings with a place', () => {
  test.each<[string, Partial<Mergeable>, Partial<Mergeable>, boolean]>([
    ['same line', {}, {}, true],
    ['5 lines apart', { line: 10 }, { line: 15 }, true],
    ['6 lines apart', { line: 10 }, { line: 16 }, false],
    ['5 lines behind the end', { line: 10, endLine: 20 }, { line: 25 }, true],
    ['overlapping', { line: 10, endLine: 40 }, { line: 30, endLine: 60 }, true],
    ['other file', {}, { file: 'src/b.ts' }, false],
    ['other CWE', {}, { cwe: 'CWE-79' }, false],
    [
      'other CWE, same source parameter',
      { source: 'req.query.id :8' },
      { cwe: 'CWE-79', source: ' req.query.id  :8' },
      true,
    ],
    [
      'other CWE, other parameter',
      { source: 'req.query.id :8' },
      { cwe: 'CWE-79', source: 'req.query.name :8' },
      false,
    ],
    ['same parameter, far apart', { source: 'req.query.id :8' }, { line: 90, source: 'req.query.id :8' }, true],
    ['same expression without its line, far apart', { source: 'req.body' }, { line: 90, source: 'req.body' }, false],
    [
      'same expression without its line, near',
      { source: 'req.body', cwe: 'CWE-78' },
      { line: 12, source: 'req.body' },
      true,
    ],
    ['no CWE, same rule', { cwe: null, rule: 'x' }, { cwe: null, rule: 'x' }, true],
    ['no CWE, other rule', { cwe: null, rule: 'x' }, { cwe: null, rule: 'y' }, false],
    ['no CWE, same category', { cwe: null }, { cwe: null, agent: 'b', issue: 'Other words' }, true],
    ['one without CWE, same category', { cwe: null, rule: 'x' }, { agent: 'b' }, true],
    ['one with CWE first, same category', {}, { cwe: null, rule: 'x', line: 12 }, true],
    [
      'no CWE, other category, other words',
      { cwe: null, category: 'auth', title: 'Session never ends', issue: 'Logout keeps cookies' },
      { cwe: null, agent: 'b' },
      false,
    ],
    [
      'no CWE, other category, same words of two agents',
      { cwe: null, category: 'owasp' },
      { cwe: null, agent: 'b' },
      true,
    ],
    [
      'no CWE, no category, other words',
      { cwe: null, category: null, title: 'x', issue: 'y' },
      { cwe: null, category: null, agent: 'b' },
      false,
    ],
  ])('%s [AUD-22]', (_, left, right, merged) => {
    expect(areMerged(left, right)).toBe(merged);
    expect(areMerged(right, left)).toBe(merged);
  });

  test.each<[string, readonly [agent: string, line: number][], number[][]]>([
    [
      'near lines of one agent stay apart',
      [
        ['a', 10],
        ['a', 13],
      ],
      [[10], [13]],
    ],
    [
      'one line twice is one',
      [
        ['a', 10],
        ['a', 10],
      ],
      [[10, 10]],
    ],
    [
      'near lines of two agents are one',
      [
        ['a', 10],
        ['b', 13],
      ],
      [[10, 13]],
    ],
    [
      'an equal line beats a near one',
      [
        ['a', 10],
        ['a', 13],
        ['b', 13],
      ],
      [[10], [13, 13]],
    ],
    [
      'the same, seen by the other agent',
      [
        ['b', 10],
        ['b', 13],
        ['a', 13],
      ],
      [[10], [13, 13]],
    ],
    [
      'two agents on the same two lines',
      [
        ['a', 10],
        ['b', 10],
        ['a', 12],
        ['b', 12],
      ],
      [
        [10, 10],
        [12, 12],
      ],
    ],
  ])('in a review, %s', (_, places, lines) => {
    const findings = places.map(([agent, line], i) => finding({ id: String(i), agent, line }));
    expect(mergeFindings(findings).map(({ members }) => members.map(({ line }) => line))).toEqual(lines);
  });

  test('a row of near findings does not chain a whole file into one [AUD-22]', () => {
    const row = Array.from({ length: 40 }, (_, i) => finding({ id: String(i), line: 1 + 4 * i }));
    const groups = mergeFindings(row, AUDIT_RULES);
    expect(groups).toHaveLength(20);
    for (const { line, endLine } of groups) expect((endLine ?? 0) - (line ?? 0)).toBeLessThanOrEqual(5);
  });

  test('a merged entry has the highest severity, all lines and every member [AUD-22, AUD-27]', () => {
    const weak = finding({ id: 'weak', severity: 'CRITICAL', line: 10, confidence: 0.3 });
    const sure = finding({ id: 'sure', severity: 'MEDIUM', line: 12, endLine: 14, confidence: 0.9 });
    expect(mergeFindings([sure, weak], AUDIT_RULES)).toEqual([
      { representative: sure, members: [weak, sure], severity: 'CRITICAL', line: 10, endLine: 14 },
    ]);
  });

  test.each<[string, Partial<Mergeable>, Partial<Mergeable>]>([
    ['better confidence', { confidence: 0.9 }, { confidence: 0.6, flow: ':1 → :2', severity: 'CRITICAL' }],
    ['then the flow', { flow: ':1 → :2', severity: 'LOW' }, { severity: 'CRITICAL' }],
    ['then severity', { severity: 'CRITICAL', rule: 'sql' }, {}],
    ['then the agent before the rule', { rule: null }, { rule: 'sql' }],
  ])('the better telling represents: %s [AUD-22]', (_, better, worse) => {
    const [left, right] = [finding({ ...better, id: 'better' }), finding({ ...worse, id: 'worse' })];
    expect(mergeFindings([right, left]).map(({ representative }) => representative.id)).toEqual(['better']);
  });
});

describe('merging findings without a place', () => {
  const said = (id: string, agent: string, issue: string) =>
    finding({ id, agent, issue, title: issue, file: null, line: null, endLine: null, cwe: null, category: null });

  test('other words for one thing are one, other things are not', () => {
    const findings = [
      said('a1', 'a', 'The retry loop in fetchOrders never sleeps, so a failing server is hammered with requests'),
      said('b1', 'b', 'fetchOrders retries without any delay and hammers a server that fails'),
      said('c1', 'c', 'No backoff: retrying requests in fetchOrders loops at full speed against the failing server'),
      said('a2', 'a', 'Password hashes are compared with ==, which leaks timing'),
      said('b2', 'b', 'Comparing the password hash with == is not constant time and leaks timing information'),
      said('c2', 'c', 'Invoice totals are rounded before tax is added'),
    ];
    expect(grouped(findings)).toEqual(
      expect.arrayContaining([['a1', 'b1', 'c1'], ['a2', 'b2'], ['c2']].map((ids) => expect.arrayContaining(ids))),
    );
    expect(grouped(findings)).toHaveLength(3);
  });

  test('texts without words stay alone', () => {
    expect(grouped([said('a', 'a', '…'), said('b', 'b', '???')])).toEqual([['a'], ['b']]);
  });
});

describe('merging as a whole', () => {
  const anyFinding = fc.record({
    agent: fc.constantFrom('a', 'b', 'c'),
    severity: fc.constantFrom(...SEVERITIES),
    file: fc.constantFrom('x.ts', 'y.ts', null),
    line: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 4 }),
    cwe: fc.constantFrom('CWE-89', 'CWE-79', null),
    rule: fc.constantFrom('r1', 'r2', null),
    category: fc.constantFrom('injection', 'auth', null),
    source: fc.constantFrom('q :3', null, null),
    issue: fc.constantFrom(
      'query is built from input',
      'the query uses raw input',
      'cookie has no flag',
      'totals are rounded',
    ),
  });
  const anyFindings = fc
    .array(anyFinding, { maxLength: 40 })
    .map((list) => list.map((said, i) => finding({ ...said, id: `F${i}` })));

  test('every finding is in exactly one group, of partial agents too [SYNTH-01]', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        expect(grouped(findings).flat().toSorted()).toEqual(findings.map(({ id }) => id).toSorted());
      }),
    );
    const complete = [finding({ id: '1', line: 1 }), finding({ id: '2', line: 50 })];
    const partial = [20, 70, 90].map((line) => finding({ id: String(line), line, agent: 'go-reviewer' }));
    expect(mergeFindings([...complete, ...partial])).toHaveLength(5);
  });

  test('the order of findings does not matter', () => {
    fc.assert(
      fc.property(anyFindings, fc.infiniteStream(fc.nat()), (findings, keys) => {
        const shuffled = findings
          .map((item) => ({ item, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key);
        expect(mergeFindings(shuffled.map(({ item }) => item))).toEqual(mergeFindings(findings));
      }),
    );
  });

  test('none stays none, one stays one', () => {
    expect(mergeFindings([])).toEqual([]);
    expect(grouped([finding({ id: 'one' })])).toEqual([['one']]);
  });
});

describe('ranking', () => {
  test('severity, then confidence, then agreement, then place; numbered per severity', () => {
    const row = (severity: 'HIGH' | 'LOW' | 'CRITICAL', confidence: number, k: number, line: number) => ({
      id: '?',
      severity,
      confidence,
      agreement: { k },
      file: 'a.ts',
      line,
      title: 't',
    });
    const ranked = numberFindings(
      rankFindings([
        row('LOW', 0.9, 1, 1),
        row('HIGH', 0.3, 1, 2),
        row('HIGH', 0.9, 1, 3),
        row('HIGH', 0.9, 2, 4),
        row('CRITICAL', 0.1, 1, 5),
        row('LOW', 0.9, 1, 0),
      ]),
    );
    expect(ranked.map(({ id, line }) => [id, line])).toEqual([
      ['C-01', 5],
      ['H-01', 4],
      ['H-02', 3],
      ['H-03', 2],
      ['L-01', 0],
      ['L-02', 1],
    ]);
  });

  test('a partial agent weighs less than a complete one, and agreement more than either [SYNTH-08, REV-14]', () => {
    const vote = (agent: string, reviewed: number, skipped: number) => ({
      agent,
      confidence: 0.6,
      weight: coverageWeight(reviewed, skipped),
    });
    const complete = consensusConfidence([vote('a', 12, 0)]);
    const partial = consensusConfidence([vote('a', 8, 4)]);
    const both = consensusConfidence([vote('a', 12, 0), vote('b', 8, 4)]);
    expect(complete).toBeCloseTo(0.6);
    expect(partial).toBeCloseTo(0.4);
    expect(both).toBeCloseTo(0.76);
    expect(consensusConfidence([vote('a', 12, 0), vote('a', 12, 0)])).toBeCloseTo(0.6);
    expect(consensusConfidence([])).toBe(0);
  });

  test('weight never touches severity or presence [REV-14]', () => {
    const faint = finding({ id: 'faint', severity: 'CRITICAL', confidence: 0.6 * coverageWeight(0, 99) });
    expect(mergeFindings([faint])).toMatchObject([{ severity: 'CRITICAL', members: [{ id: 'faint' }] }]);
  });
});
