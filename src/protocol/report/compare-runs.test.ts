import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildAgent, buildFinding, buildReport } from '../../../test/support/sample-reports.ts';
import { times } from '../../../test/tier.ts';
import { SEVERITIES } from '../findings/severity.ts';
import { compareRuns, FINDING_CHANGES } from './compare-runs.ts';
import { type ComparisonDocument, comparisonSchema, type FindingChange } from './comparison-document.ts';
import type { ReportDocument, ReportFileCoverage, ReportFinding } from './report-document.ts';

const AGENT = 'security-reviewer';
const by = (agent = AGENT, model: string | null = null, rule: string | null = 'js-sql-injection') => [
  { agent, round: 1, rule, model },
];
const found = (said: Partial<ReportFinding> = {}): ReportFinding =>
  buildFinding({
    id: 'H-01',
    fingerprint: 'f1',
    file: 'src/a.ts',
    line: 4,
    severity: 'HIGH',
    reported_by: by(),
    extra: {},
    ...said,
  });
const covered = (path: string, said: Partial<ReportFileCoverage> = {}): ReportFileCoverage => ({
  path,
  status: 'reviewed',
  depth: 'full',
  reason: null,
  by: { [AGENT]: 'reviewed' },
  ...said,
});

interface Said extends Omit<Partial<ReportDocument>, 'coverage' | 'scope' | 'run'> {
  readonly files?: readonly ReportFileCoverage[];
  readonly coverage?: Partial<ReportDocument['coverage']>;
  readonly scope?: Partial<ReportDocument['scope']>;
  readonly run?: Partial<ReportDocument['run']>;
}

function runOf({ files = [covered('src/a.ts')], coverage, scope, run, ...said }: Said = {}): ReportDocument {
  const base = buildReport({ agents: [buildAgent({ agent: AGENT })], ...said });
  return {
    ...base,
    run: { ...base.run, ...run },
    scope: { ...base.scope, ...scope },
    coverage: { ...base.coverage, files, ...coverage },
  };
}

const placesOf = (comparison: ComparisonDocument): Readonly<Record<string, FindingChange>> =>
  Object.fromEntries(
    FINDING_CHANGES.flatMap((change) => comparison[change].map(({ fingerprint }) => [fingerprint, change])),
  );

const auditOf = (status: '✅' | '⚠️' | null, said: Said = {}): ReportDocument =>
  runOf({
    run: { playbook: 'audit', mode: 'standard', model: 'a/one' },
    files: [covered('src/a.ts', { by: {} })],
    coverage: { cells: status === null ? [] : [{ dimension: 'D1', path: 'src/a.ts', status, endpoint: null }] },
    ...said,
  });
const hunted = found({ dimension: 'D1', reported_by: by('agent-r1-01', 'a/one', null) });

describe('a finding of the first run that the second does not have', () => {
  const full = found();
  const modelled = found({ reported_by: by(AGENT, 'a/one', null), severity: 'MEDIUM' });
  const onModel = (said: Said = {}): Said => ({ agents: [buildAgent({ agent: AGENT, model: 'a/one' })], ...said });
  const external = found({ reported_by: by(AGENT, null, 'semgrep/some.rule'), extra: { analyzer: 'semgrep' } });
  const semgrep = (status: 'completed' | 'absent' | 'partial') => ({
    analyzers: [{ name: 'semgrep', version: null, status, findings: 0, reason: null }],
  });
  const cases: readonly [string, ReportFinding, Said, FindingChange, string | null][] = [
    ['the same reviewer looked again', full, {}, 'fixed', null],
    ['the file is gone', full, { files: [] }, 'fixed', 'the file is gone'],
    [
      'the whole folder was looked at',
      full,
      { files: [], scope: { selection: 'whole folder (no git)' } },
      'fixed',
      'the file is gone',
    ],
    [
      'the whole folder, but only some of it',
      full,
      { files: [], scope: { selection: 'whole folder, only lib/**' } },
      'unknown',
      'the file was not in scope',
    ],
    ['another scope', full, { files: [], scope: { selection: 'lib' } }, 'unknown', 'the file was not in scope'],
    [
      'not among the changes',
      full,
      { files: [], scope: { change: true } },
      'unknown',
      'the file was not among the changes',
    ],
    [
      'its folder was left out',
      full,
      { files: [], scope: { ignored: [{ path: 'src/', reason: 'vendored' }] } },
      'unknown',
      'the file was left out: vendored',
    ],
    [
      'the file was skipped by the one that found it',
      full,
      { files: [covered('src/a.ts', { by: { [AGENT]: 'skipped', 'go-reviewer': 'reviewed' } })] },
      'unknown',
      'security-reviewer did not review the file',
    ],
    [
      'who found it did not take part',
      full,
      { files: [covered('src/a.ts', { by: { 'go-reviewer': 'reviewed' } })] },
      'unknown',
      'security-reviewer did not take part',
    ],
    [
      'one of the two that found it did not look',
      found({ reported_by: [...by(), ...by('go-reviewer')] }),
      {},
      'unknown',
      'go-reviewer did not take part',
    ],
    ['found by a model, reviewed without', modelled, {}, 'unknown', 'security-reviewer was not asked on a/one'],
    ['found by a model, reviewed by it again', modelled, onModel(), 'fixed', null],
    [
      'reviewed for severe ones only',
      modelled,
      onModel({ files: [covered('src/a.ts', { depth: 'reduced' })] }),
      'unknown',
      'the file was reviewed for CRITICAL and HIGH only',
    ],
    [
      'moved to the counters',
      modelled,
      { agents: [buildAgent({ agent: AGENT, model: 'a/one', skipped: { medium_count: 2, low_count: 0 } })] },
      'unknown',
      'security-reviewer left out MEDIUM findings',
    ],
    [
      'a model that was shown changes',
      modelled,
      onModel({ scope: { change: true } }),
      'unknown',
      'only the changed lines are known to be reviewed',
    ],
    ['analyzers read changed files whole', full, { scope: { change: true } }, 'fixed', null],
    ['its analyzer ran', external, semgrep('completed'), 'fixed', null],
    ['its analyzer is absent', external, semgrep('absent'), 'unknown', 'semgrep did not finish'],
    ['its analyzer is not known at all', external, {}, 'unknown', 'semgrep did not finish'],
    ['one analyzer broke off', full, semgrep('partial'), 'unknown', 'not every analyzer finished'],
    [
      'no source of advisories',
      found({ reported_by: by(AGENT, null, 'known-vulnerability') }),
      {},
      'unknown',
      'advisories did not finish',
    ],
    [
      'an answer about it was cut',
      full,
      {
        truncation: {
          agents: [],
          coverage_gaps: [],
          unrecovered_findings: 1,
          needs_reaudit: [{ agent: AGENT, id: 'F002', file: 'src/a.ts' }],
        },
      },
      'unknown',
      'an answer of security-reviewer about the file was cut off',
    ],
  ];
  test.each(cases)('%s', (...[, finding, after, change, reason]) => {
    const comparison = compareRuns(runOf({ findings: [finding] }), runOf(after));
    expect(placesOf(comparison)).toEqual({ f1: change });
    expect(comparison[change][0]?.reason).toBe(reason);
  });

  test.each([
    ['covered again', hunted, auditOf('✅'), 'fixed'],
    ['shallow only', hunted, auditOf('⚠️'), 'unknown'],
    ['dimension not asked', hunted, auditOf(null), 'unknown'],
    ['another model', hunted, auditOf('✅', { run: { playbook: 'audit', model: 'embedded' } }), 'unknown'],
    ['a rule in a shallow cell', found({ dimension: 'D1' }), auditOf('⚠️'), 'fixed'],
    ['reviewed instead of audited', hunted, runOf(), 'unknown'],
  ] as const)('in an audit: %s', (_, finding, after, change) => {
    expect(placesOf(compareRuns(auditOf('✅', { findings: [finding] }), after))).toEqual({ f1: change });
  });
});

test('a finding of the second run is new where the first had looked, newly seen where it had not', () => {
  const after = runOf({
    findings: [found(), found({ fingerprint: 'f2', file: 'src/b.ts' }), found({ fingerprint: 'f3', file: 'lib/c.ts' })],
    files: [covered('src/a.ts'), covered('src/b.ts'), covered('lib/c.ts')],
  });
  const before = runOf({ files: [covered('src/a.ts'), covered('src/b.ts', { by: { [AGENT]: 'skipped' } })] });
  const comparison = compareRuns(before, after);
  expect(placesOf(comparison)).toEqual({ f1: 'new', f2: 'newly_seen', f3: 'new' });
  expect(comparison.new.map(({ reason }) => reason)).toEqual(['the file is new', null]);
});

test('moved lines, another severity and another status leave a finding the same one', () => {
  const before = runOf({
    findings: [found(), found({ fingerprint: 'f2' }), found({ fingerprint: 'f3', status: 'rejected' })],
  });
  const after = runOf({
    findings: [
      found({ line: 90, severity: 'CRITICAL' }),
      found({ fingerprint: 'f2', status: 'suppressed' }),
      found({ fingerprint: 'f3' }),
      found({ fingerprint: 'f4', status: 'rejected' }),
    ],
  });
  const comparison = compareRuns(before, after);
  expect(placesOf(comparison)).toEqual({ f1: 'still_there', f2: 'still_there', f3: 'new' });
  expect(comparison.still_there.map(({ reason, before: old, after: now }) => [reason, old?.line, now?.line])).toEqual([
    ['was HIGH', 4, 90],
    ['suppressed now', 4, 4],
  ]);
  expect(comparison.new[0]?.reason).toBe('it was rejected before');
});

test('runs of different kinds say how they differ', () => {
  const before = runOf();
  const after = auditOf('✅', {
    scope: { selection: 'lib' },
    complete: false,
    files: [covered('lib/x.ts')],
    coverage: { dimensions: { D2: '✅', D1: '✅' } },
  });
  expect(compareRuns(before, before).differences).toEqual([]);
  expect(compareRuns(before, after).differences).toEqual([
    'playbook: review → audit',
    'model: embedded → a/one',
    'scope: src → lib',
    'reviewers of the first run only: security-reviewer',
    'dimensions of the second run only: D1, D2',
    'files in scope: 1 only in the first run, 1 only in the second',
    'the second run is incomplete',
  ]);
});

const anyFinding = fc
  .record({
    fingerprint: fc.constantFrom('f1', 'f2', 'f3', 'f4'),
    file: fc.constantFrom('src/a.ts', 'src/b.ts'),
    line: fc.integer({ min: 1, max: 9 }),
    severity: fc.constantFrom(...SEVERITIES),
    status: fc.constantFrom('confirmed', 'unverified', 'rejected' as const),
    dimension: fc.constantFrom('D1', 'D2', null),
    introduced: fc.boolean(),
    reported_by: fc.constantFrom(by(), by('go-reviewer'), by(AGENT, 'a/one', null), by(AGENT, null, 'gosec/G1')),
  })
  .map(found);
const anyFile = (path: string) =>
  fc.record({
    path: fc.constant(path),
    status: fc.constantFrom('reviewed', 'partial', 'skipped' as const),
    depth: fc.constantFrom('full', 'reduced' as const),
    reason: fc.constant(null),
    by: fc.dictionary(fc.constantFrom(AGENT, 'go-reviewer'), fc.constantFrom('reviewed', 'skipped' as const)),
  });
const anyRun = fc
  .record({
    findings: fc.array(anyFinding, { maxLength: 6 }),
    files: fc.tuple(fc.option(anyFile('src/a.ts')), fc.option(anyFile('src/b.ts'))),
    model: fc.constantFrom('a/one', null),
    change: fc.boolean(),
    playbook: fc.constantFrom('review', 'audit' as const),
    cells: fc.array(
      fc.record({
        dimension: fc.constantFrom('D1', 'D2' as const),
        path: fc.constantFrom('src/a.ts', 'src/b.ts'),
        status: fc.constantFrom('✅', '⚠️' as const),
        endpoint: fc.constantFrom('GET /a', null),
      }),
    ),
  })
  .map(({ findings, files, model, change, playbook, cells }) =>
    runOf({
      findings,
      files: files.filter((file) => file !== null),
      agents: [buildAgent({ agent: AGENT, model })],
      scope: { change },
      run: { playbook, model: model ?? 'embedded' },
      coverage: { cells },
    }),
  );
const isOpen = ({ status }: { readonly status: string }): boolean => status !== 'rejected';
const sizeOf = (comparison: ComparisonDocument, ...changes: readonly FindingChange[]): number =>
  changes.reduce((sum, change) => sum + comparison[change].length, 0);

describe('whatever two runs say', () => {
  test('every open finding of either has exactly one place, and the document fits its schema', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (before, after) => {
        const comparison = compareRuns(before, after);
        const withOld = FINDING_CHANGES.flatMap((change) => comparison[change]).filter(
          (entry) => entry.before !== null,
        );
        const withNew = FINDING_CHANGES.flatMap((change) => comparison[change]).filter((entry) => entry.after !== null);
        expect(withOld.filter((entry) => entry.before !== null && isOpen(entry.before))).toHaveLength(
          before.findings.filter(isOpen).length,
        );
        expect(withNew.filter((entry) => entry.after !== null && isOpen(entry.after))).toHaveLength(
          after.findings.filter(isOpen).length,
        );
        expect(comparisonSchema.parse(comparison)).toEqual(comparison);
        expect(comparison.counts).toEqual(
          Object.fromEntries(FINDING_CHANGES.map((change) => [change, comparison[change].length])),
        );
      }),
      { numRuns: times(100, 10_000) },
    );
  });

  test('a run compared with itself has nothing new and nothing fixed', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const comparison = compareRuns(run, run);
        expect(sizeOf(comparison, 'new', 'newly_seen', 'fixed', 'unknown')).toBe(0);
        expect(comparison.differences.filter((line) => !line.includes('incomplete'))).toEqual([]);
      }),
      { numRuns: times(100, 10_000) },
    );
  });

  test('seen from the other side, new is fixed and newly seen is unknown', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (before, after) => {
        const known = before.findings.map(({ fingerprint }) => fingerprint);
        const fresh = { ...after, findings: after.findings.filter(({ fingerprint }) => !known.includes(fingerprint)) };
        const [there, back] = [compareRuns(before, fresh), compareRuns(fresh, before)];
        expect(there.new.map(({ fingerprint }) => fingerprint)).toEqual(
          back.fixed.map(({ fingerprint }) => fingerprint),
        );
        expect(there.newly_seen.map(({ reason }) => reason)).toEqual(back.unknown.map(({ reason }) => reason));
      }),
      { numRuns: times(100, 10_000) },
    );
  });

  test('nothing is fixed that the second run did not look at', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (before, after) => {
        const blind = { ...after, coverage: { ...after.coverage, cells: [] } };
        const files = blind.coverage.files.map((file) => ({ ...file, status: 'skipped' as const, by: {} }));
        const scope = { ...after.scope, change: true };
        const comparison = compareRuns(before, { ...blind, scope, coverage: { ...blind.coverage, files } });
        expect(comparison.fixed).toEqual([]);
      }),
      { numRuns: times(100, 10_000) },
    );
  });
});
