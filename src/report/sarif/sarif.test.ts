import { describe, expect, test } from 'vitest';
import { buildFinding, buildReport, sampleReports } from '../../../test/support/sample-reports.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { formatSarif, type SarifOptions } from './sarif.ts';

interface Run {
  readonly tool: {
    readonly driver: {
      readonly version?: string;
      readonly rules: readonly { readonly id: string; readonly properties: { readonly tags: readonly string[] } }[];
    };
  };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly {
      readonly descriptor: { readonly id: string };
      readonly message: { readonly text: string };
    }[];
  }[];
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

const runOf = (report: ReportDocument, options: SarifOptions = {}): Run =>
  JSON.parse(formatSarif(report, options)).runs[0];
const notificationsOf = (run: Run): readonly string[] =>
  run.invocations[0]?.toolExecutionNotifications.map(
    ({ descriptor, message }) => `${descriptor.id}: ${message.text}`,
  ) ?? [];

test.each(Object.entries(sampleReports))(
  '%s: the invocation is successful only if the run is complete',
  (_, report) => {
    expect(runOf(report).invocations[0]?.executionSuccessful).toBe(report.complete);
  },
);

test('every file that was not reviewed, every early end and every missing analyzer is a notification', () => {
  expect(notificationsOf(runOf(sampleReports.partial))).toEqual([
    'warning: ⚠️ Partial results: 2 agents hit budget limits',
    'warning: security-reviewer: reviewed 8/12 files',
    'warning: documentation-reviewer: reviewed 10/12 files',
    'agent-ended-early: security-reviewer: 8/12 files, stopped by its budget, 3 medium and 5 low not reported',
    'agent-ended-early: documentation-reviewer: 10/12 files, stopped by its budget',
    'file-not-reviewed: Not reviewed by security-reviewer: budget',
    'file-not-reviewed: Not reviewed by security-reviewer: budget',
    'file-not-reviewed: Not reviewed by security-reviewer, documentation-reviewer: budget',
    'file-not-reviewed: Not reviewed by security-reviewer, documentation-reviewer: budget',
    'file-not-reviewed: Reviewed by nobody: too-large',
    'analyzer: gosec: absent, not installed',
  ]);
});

test('a result has its rule, level, place, fingerprint and the way of the data', () => {
  const [result] = runOf(sampleReports.partial).results;
  const location = (line: number, endLine = line): object => ({
    artifactLocation: { uri: 'src/auth/validate.go', uriBaseId: '%SRCROOT%' },
    region: { startLine: line, endLine },
  });
  expect(result).toMatchObject({
    ruleId: 'go-sql-format',
    level: 'error',
    locations: [{ physicalLocation: { region: { startLine: 45, endLine: 46 } } }],
    partialFingerprints: {
      'consensusReview/v1': '7c1e0a55d2b94f18',
      primaryLocationLineHash: '7c1e0a55d2b94f18:1',
    },
    suppressions: [],
  });
  expect(result?.codeFlows).toEqual([
    {
      threadFlows: [
        {
          locations: [
            { location: { physicalLocation: location(42), message: { text: 'userId' } } },
            { location: { physicalLocation: location(45), message: { text: 'concat' } } },
            { location: { physicalLocation: location(46), message: { text: 'db.Query(query)' } } },
          ],
        },
      ],
    },
  ]);
});

test.each([
  [
    { source: 'req.body :3', sink: 'exec(x) :9' },
    [
      ['src/app.ts', 3, 'req.body'],
      ['src/app.ts', 9, 'exec(x)'],
    ],
  ],
  [
    { flow: 'src/cart.ts:3 → :9' },
    [
      ['src/cart.ts', 3, 'line 3'],
      ['src/app.ts', 9, 'line 9'],
    ],
  ],
  [{ flow: 'src/nowhere.ts:3 → :9' }, null],
  [{ source: 'req.body', sink: 'exec(x) :9' }, null],
  [{ source: ':3', sink: null }, null],
  [{ flow: ':0 → :9' }, null],
])('the way %j', (said, expected) => {
  const finding = buildFinding({ id: 'H-01', severity: 'HIGH', ...said });
  const run = runOf({ ...sampleReports.complete, findings: [finding] });
  const [flow] = (run.results[0]?.codeFlows ?? []) as {
    threadFlows: {
      locations: {
        location: {
          message: { text: string };
          physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
        };
      }[];
    }[];
  }[];
  const steps = flow?.threadFlows[0]?.locations.map(({ location: { message, physicalLocation } }) => [
    physicalLocation.artifactLocation.uri,
    physicalLocation.region.startLine,
    message.text,
  ]);
  expect(steps ?? null).toEqual(expected);
});

test('rejected and suppressed findings stay, with their suppression', () => {
  const { results } = runOf(sampleReports.veto);
  expect(results.map((result) => result.suppressions)).toEqual([
    [],
    [],
    [{ kind: 'external', status: 'accepted', justification: 'rejected by consensus-review' }],
    [{ kind: 'external', status: 'accepted', justification: 'documented in the module' }],
  ]);
});

test('rules are sorted, carry tags and, where they concern security, a security severity', () => {
  const { rules } = runOf(sampleReports.veto).tool.driver;
  expect(rules.map(({ id, properties }) => [id, properties])).toEqual([
    ['clarity', { tags: ['clarity'], precision: 'high', 'problem.severity': 'recommendation' }],
    ['complexity', { tags: ['complexity'], precision: 'high', 'problem.severity': 'warning' }],
    [
      'js-html-concat',
      {
        tags: ['security', 'external/cwe/cwe-079', 'injection'],
        precision: 'high',
        'problem.severity': 'warning',
        'security-severity': '5.0',
      },
    ],
    [
      'secret-private-key',
      {
        tags: ['security', 'external/cwe/cwe-798', 'secrets'],
        precision: 'high',
        'problem.severity': 'error',
        'security-severity': '9.5',
      },
    ],
  ]);
});

test('the texts of a rule hold for all its findings', () => {
  const by = [{ agent: 'security-reviewer', round: 1, rule: 'r', model: null }];
  const findings = ['one', 'two'].map((name) =>
    buildFinding({
      id: `H-${name}`,
      severity: 'HIGH',
      cwe: 'CWE-862',
      title: `POST /${name} is open to everyone`,
      issue: `/${name} asks for no role.`,
      recommendation: `Guard /${name}.`,
      reported_by: by,
    }),
  );
  const [rule] = runOf(buildReport({ findings })).tool.driver.rules as unknown as Record<string, { text: string }>[];
  expect(rule?.shortDescription?.text).toBe('POST … is open to everyone');
  for (const key of ['fullDescription', 'help']) expect(rule?.[key]?.text).not.toMatch(/\/(one|two)/u);
});

test('every rule and every notification has the texts that GitHub asks for', () => {
  for (const report of Object.values(sampleReports)) {
    const { driver } = runOf(report).tool as unknown as { driver: Record<'rules' | 'notifications', object[]> };
    for (const descriptor of [...driver.rules, ...driver.notifications])
      expect(descriptor).toMatchObject({
        shortDescription: { text: expect.stringMatching(/\S/u) },
        fullDescription: { text: expect.stringMatching(/\S/u) },
        help: { text: expect.stringMatching(/\S/u) },
      });
  }
});

test('a merged finding has the rule of whoever is named first; a model has none', () => {
  const by = (agent: string, rule: string | null) => ({ agent, round: 1, rule, model: rule === null ? 'm/a' : null });
  const findings = [
    buildFinding({
      id: 'H-01',
      severity: 'HIGH',
      reported_by: [by('security-reviewer', 'z-proof'), by('a-reviewer', 'a-guess')],
    }),
    buildFinding({ id: 'H-02', severity: 'HIGH', reported_by: [by('b', null), by('a', 'only-rule')] }),
  ];
  expect(runOf(buildReport({ findings })).results.map(({ ruleId }) => ruleId)).toEqual(['z-proof', 'only-rule']);
});

describe('caps', () => {
  const many = buildReport({
    findings: [
      ...Array.from({ length: 30 }, (_, index) =>
        buildFinding({
          id: `L-${index}`,
          severity: 'LOW',
          category: `c${index}`,
          reported_by: [{ agent: 'a', round: 1, rule: 'r', model: null }],
        }),
      ),
      buildFinding({ id: 'C-01', severity: 'CRITICAL' }),
    ],
  });

  test('results beyond the limit of a run are further runs, each a category of its own; beyond 20 runs their number is told', () => {
    const { runs } = JSON.parse(formatSarif(many, { maxResults: 3 }));
    expect(runs.map((run: Run) => run.results.length)).toEqual([...Array.from({ length: 10 }, () => 3), 1]);
    expect(runs.slice(0, 3).map((run: { automationDetails: object }) => run.automationDetails)).toEqual([
      { id: 'consensus-review/review/' },
      { id: 'consensus-review/review/part-2/' },
      { id: 'consensus-review/review/part-3/' },
    ]);
    const ids = runs.flatMap((run: Run) => run.results.map((result) => (result.properties as { id: string }).id));
    expect([ids[0], new Set(ids).size]).toEqual(['C-01', 31]);
    expect(JSON.parse(formatSarif(many, { maxResults: 1 })).runs).toHaveLength(20);
    expect(notificationsOf(runOf(many, { maxResults: 1 }))).toEqual([
      'cap: 11 findings, the least severe, are left out',
    ]);
  });

  test('a rule has at most 20 tags, and the number of others is told', () => {
    const run = runOf(many);
    expect(run.tool.driver.rules.map(({ properties }) => properties.tags.length)).toEqual([1, 20]);
    expect(notificationsOf(run)).toEqual(['cap: 10 tags of rules are left out']);
  });
});

test('places are relative, percent-encoded references with slashes', () => {
  const { results } = runOf(sampleReports.hostile);
  const [location] = (results[0]?.locations ?? []) as { physicalLocation: { artifactLocation: { uri: string } } }[];
  expect(location?.physicalLocation.artifactLocation.uri).toBe('src/a%20b%0A%1B%5B31m%7C%E2%80%AE%23.ts');
});

test('the version of the tool is told where it is known', () => {
  expect(runOf(sampleReports.complete, { toolVersion: '1.2.3' }).tool.driver.version).toBe('1.2.3');
  expect(runOf(sampleReports.complete).tool.driver).not.toHaveProperty('version');
});
