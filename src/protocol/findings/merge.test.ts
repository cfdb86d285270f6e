import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../../test/tier.ts';
import { coverageWeight } from '../coverage/coverage.ts';
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
    ['other dependency', { extra: { dependency: 'left' } }, { extra: { dependency: 'right' } }, false],
    ['a dependency and nobody in particular', { extra: { dependency: 'left' } }, {}, true],
    ['one of several dependencies', { extra: { dependency: 'left, right' } }, { extra: { dependency: 'right' } }, true],
    [
      'one dependency, two kinds of fault',
      { extra: { dependency: 'left' }, rule: 'look-alike', category: 'confusion' },
      { extra: { dependency: 'left' }, rule: 'any-version', category: 'outdated' },
      false,
    ],
    [
      'a dependency and its manifest, two kinds of fault',
      { extra: { dependency: 'left' }, rule: 'any-version', category: 'outdated' },
      { rule: 'no-lock', category: 'transitive' },
      false,
    ],
    [
      'one dependency, two reviewers',
      { extra: { dependency: 'left' }, rule: 'look-alike', category: 'confusion' },
      { extra: { dependency: 'left' }, rule: 'any-version', category: 'supply-chain', agent: 'vulnerability-reviewer' },
      true,
    ],
    [
      'one dependency, two advisories of a kind',
      { extra: { dependency: 'left' }, rule: 'osv', category: 'cve' },
      { extra: { dependency: 'left' }, rule: 'audit', category: 'cve' },
      true,
    ],
    [
      'two ways in one line, as rules see them',
      { rule: 'a', source: 'req.query.a :10', sink: 'run(a) :10' },
      { rule: 'b', source: 'req.query.b :10', sink: 'start(b) :10' },
      false,
    ],
    [
      'one sink with two sources in one line',
      { rule: 'a', source: 'req.query.a :10', sink: 'run(a + b) :10' },
      { rule: 'b', source: 'req.query.b :10', sink: 'run(a + b) :10' },
      true,
    ],
    [
      'two ways as agents put them',
      { source: 'the query', sink: 'the shell' },
      { source: 'req.query.b', sink: 'exec', agent: 'other' },
      true,
    ],
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

  const quiet = { cwe: null, category: 'logic', rule: null };
  test.each<[string, Partial<Mergeable>, Partial<Mergeable>, boolean]>([
    [
      'same line and category, another problem',
      { ...quiet, title: 'Off by one', issue: 'The loop ends one element too early' },
      { ...quiet, title: 'Result discarded', issue: 'What the callback returns is thrown away' },
      false,
    ],
    [
      'same line and category, other words for the problem',
      { ...quiet, title: 'Off by one', issue: 'The loop ends one element too early' },
      { ...quiet, title: 'Last element skipped', issue: 'The loop bound drops the last element' },
      true,
    ],
    [
      'near lines, the same words about two functions',
      { ...quiet, line: 10, title: 'Missing null check', issue: 'parseUser lacks a null check' },
      { ...quiet, line: 14, title: 'Missing null check', issue: 'parseOrder lacks a null check' },
      false,
    ],
    ['same line, another CWE', { line: 10 }, { line: 10, cwe: 'CWE-79' }, false],
    ['no line, the words of a placed one', { line: 10 }, { line: null, endLine: null }, true],
    ['no line, another CWE', { line: 10 }, { line: null, endLine: null, cwe: 'CWE-79' }, false],
    [
      'no line, another problem',
      { line: 10 },
      { line: null, endLine: null, cwe: null, title: 'Session never ends', issue: 'Logout keeps cookies' },
      false,
    ],
    ['no line, another file', { line: 10 }, { file: 'src/b.ts', line: null, endLine: null }, false],
  ])('two agents, %s', (_, left, right, merged) => {
    const pair = [finding({ ...left, id: 'a', agent: 'a' }), finding({ ...right, id: 'b', agent: 'b' })];
    expect(mergeFindings(pair)).toHaveLength(merged ? 1 : 2);
    expect(mergeFindings(pair.toReversed())).toEqual(mergeFindings(pair));
  });

  test('what joins a place without a line of its own changes neither its lines nor its teller', () => {
    const placed = finding({ id: 'placed', line: 10, endLine: 12, confidence: 0.3 });
    const vague = finding({
      id: 'vague',
      agent: 'b',
      line: null,
      endLine: null,
      confidence: 0.9,
      severity: 'CRITICAL',
    });
    expect(mergeFindings([vague, placed])).toEqual([
      { ...placed, lead: placed, members: [placed, vague], severity: 'CRITICAL', line: 10, endLine: 12 },
    ]);
  });

  test('a finding without a CWE does not bring two CWEs together', () => {
    const findings = [null, 'CWE-79', 'CWE-89'].map((cwe, i) => finding({ id: String(i), agent: String(i), cwe }));
    expect(grouped(findings)).toEqual([['0', '1'], ['2']]);
  });

  test('two places stay two, whoever speaks of both without a line', () => {
    const places = [10, 90].map((line) => finding({ id: String(line), agent: 'a', line }));
    const vague = finding({ id: 'vague', agent: 'b', line: null, endLine: null });
    expect(grouped([...places, vague])).toHaveLength(2);
  });

  test('another agent run of the same agent may mean the same, one agent run means two', () => {
    const said = (id: string, line: number, agentRun: string) => finding({ id, line, agent: 'a', agentRun });
    expect(grouped([said('1', 10, 'wave 1'), said('2', 13, 'wave 2')])).toEqual([['1', '2']]);
    expect(grouped([said('1', 10, 'wave 1'), said('2', 13, 'wave 1')])).toEqual([['1'], ['2']]);
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

  test('a merged entry has the highest severity, all lines and every member [AUD-22, AUD-27, FACT-09]', () => {
    const weak = finding({ id: 'weak', severity: 'CRITICAL', line: 10, confidence: 0.3 });
    const sure = finding({ id: 'sure', severity: 'MEDIUM', line: 12, endLine: 14, confidence: 0.9 });
    expect(mergeFindings([sure, weak], AUDIT_RULES)).toEqual([
      { ...sure, lead: sure, members: [weak, sure], severity: 'CRITICAL', line: 10, endLine: 14 },
    ]);
  });

  test.each<[string, Partial<Mergeable>, Partial<Mergeable>]>([
    ['better confidence', { confidence: 0.9 }, { confidence: 0.6, flow: ':1 → :2', severity: 'CRITICAL' }],
    ['then the flow', { flow: ':1 → :2', severity: 'LOW' }, { severity: 'CRITICAL' }],
    ['then severity', { severity: 'CRITICAL', rule: 'sql' }, {}],
    ['then the agent before the rule', { rule: null }, { rule: 'sql' }],
  ])('the better telling represents: %s [AUD-22]', (_, better, worse) => {
    const [left, right] = [finding({ ...better, id: 'better' }), finding({ ...worse, id: 'worse' })];
    expect(mergeFindings([right, left]).map(({ lead }) => lead.id)).toEqual(['better']);
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

  test('a like b and b like c do not make a and c one', () => {
    const findings = [
      said('a', 'a', 'Upload size is never limited, memory fills up'),
      said('b', 'b', 'Upload size unlimited; the request body is parsed twice before the signature is verified'),
      said('c', 'c', 'Webhook signature is verified after the request body was parsed twice'),
    ];
    const together = grouped(findings).find((ids) => ids.includes('a') && ids.includes('c'));
    expect(together).toBeUndefined();
  });

  test('one sentence about two functions is two, of one agent and of two', () => {
    const issues = ['requireAuth is missing in createUser', 'requireAuth is missing in deleteUser'];
    for (const agents of ['aa', 'ab'])
      expect(grouped(issues.map((issue, i) => said(String(i), agents.charAt(i), issue)))).toEqual([['0'], ['1']]);
  });

  test('two things one agent tells are two, also where others mix them', () => {
    const groups = grouped([
      said('a1', 'a', 'Cache key lacks the tenant, so tenants read the entries of each other'),
      said('a2', 'a', 'Cache entries never expire, so the cache grows without bound'),
      said('b', 'b', 'Cache entries never expire and the cache key lacks the tenant'),
    ]);
    expect(groups.some((ids) => ids.includes('a1') && ids.includes('a2'))).toBe(false);
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
      { numRuns: times(100, 10_000) },
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
      { numRuns: times(100, 10_000) },
    );
  });

  test('merging what was merged changes nothing, and no attribution is lost', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const once = mergeFindings(findings);
        expect(mergeFindings(once.flatMap(({ members }) => members))).toEqual(once);
        for (const { members, severity } of once) expect(members.map((member) => member.severity)).toContain(severity);
      }),
      { numRuns: times(100, 10_000) },
    );
  });

  test('no group holds two CWEs, two files, or two places far apart', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        for (const { members } of mergeFindings(findings.map((item) => ({ ...item, source: null })))) {
          expect(new Set(members.map(({ file }) => file)).size).toBe(1);
          expect(new Set(members.flatMap(({ cwe }) => cwe ?? [])).size).toBeLessThanOrEqual(1);
          const lines = members.flatMap(({ file, line }) => (file === null || line === null ? [] : line));
          if (lines.length > 0) expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: 300 },
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

test.each<[string, Partial<Mergeable>, Partial<Mergeable>, boolean]>([
  ['two rules of one agent run on two lines', { rule: 'x' }, { rule: 'y', line: 12 }, false],
  ['two rules of one agent run on one line', { rule: 'x' }, { rule: 'y' }, true],
  ['two rules of two agent runs on near lines', { rule: 'x' }, { rule: 'y', line: 12, agent: 'semgrep' }, true],
  ['one rule on two lines', { rule: 'x' }, { rule: 'x', line: 12 }, false],
  ['one rule on two lines, another agent run', { rule: 'x' }, { rule: 'x', line: 12, agent: 'baseline' }, false],
  ['one rule, one statement', { rule: 'x', endLine: 14 }, { rule: 'x', line: 12 }, true],
  ['one rule, one source', { rule: 'x', source: 'q :8' }, { rule: 'x', line: 12, source: 'q :8' }, true],
  ['an agent twice, near lines', {}, { line: 12 }, true],
  ['an agent and a rule, near lines', {}, { rule: 'x', line: 12, agent: 'baseline' }, true],
])('near lines in an audit: %s [AUD-22]', (_, left, right, merged) => {
  expect(areMerged(left, right)).toBe(merged);
  expect(areMerged(right, left)).toBe(merged);
});

test.each<[string, number, Partial<Mergeable>, boolean]>([
  ['two handlers', 12, {}, false],
  ['two handlers, one source', 12, { source: 'q :8' }, true],
  ['one handler', 13, {}, true],
])('near lines in the parts of a file: %s [AUD-22]', (_, secondBegins, said, merged) => {
  const partOf = ({ line }: Mergeable): string => ((line ?? 0) < secondBegins ? 'first' : 'second');
  const pair = [finding({ ...said, id: 'a' }), finding({ ...said, id: 'b', line: 12, agent: 'b' })];
  expect(mergeFindings(pair, { ...AUDIT_RULES, partOf }).length === 1).toBe(merged);
});

test.each([10, 11])(
  'one value that leads to two kinds of fault is two problems in a review, on line 10 and %i',
  (line) => {
    const command = finding({
      agent: 'security',
      rule: 'command',
      cwe: 'CWE-78',
      category: 'injection',
      source: 'q :4',
    });
    const crash = {
      title: 'Panic',
      issue: 'An empty text ends the program',
      agent: 'quality',
      rule: 'unwrap',
      cwe: null,
      category: 'error-handling',
      source: 'q :4',
      line,
    };
    expect(mergeFindings([command, finding({ ...crash, endLine: line })])).toHaveLength(2);
    expect(
      mergeFindings([command, finding({ ...crash, endLine: line, rule: null })]),
      'a model may mean it',
    ).toHaveLength(1);
  },
);

test('rules of two reviewers on two near lines are two problems in a review; on one line they are one', () => {
  const near = { cwe: 'CWE-829', file: '.github/workflows/ci.yml', source: null } as const;
  const merged = (line: number): number =>
    mergeFindings([
      finding({ ...near, id: 'a', line: 9, rule: 'workflow-checks-out-stranger-code', category: 'supply-chain' }),
      finding({
        ...near,
        id: 'b',
        agent: 'vulnerability-reviewer',
        line,
        rule: 'action-from-branch',
        category: 'confusion',
        extra: { dependency: 'someone/action' },
      }),
    ]).length;
  expect(merged(10)).toBe(2);
  expect(merged(9)).toBe(1);
});
