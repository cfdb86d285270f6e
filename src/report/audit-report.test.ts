/** What only an audit has, in the formats for people: checks with their steps, proofs, chains of every standing, the matrix. */
import { describe, expect, test } from 'vitest';
import { buildReportPage } from '../../test/support/report-page.ts';
import { sampleReports } from '../../test/support/sample-reports.ts';
import type { AuditDocument } from '../protocol/report/audit-document.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { arrangeCells } from './audit-cells.ts';
import { groupCandidates } from './audit-chains.ts';
import { describeCheck, describeSemgrep } from './audit-checks.ts';
import { describeUnscored, summarizeAudit } from './audit-overview.ts';
import { renderMarkdown } from './markdown/render.ts';
import { describePlaces } from './pages/findings.ts';
import { formatSarif } from './sarif/sarif.ts';
import { formatSummary } from './summary.ts';
import { renderTerminal } from './terminal/render.ts';
import type { TerminalOptions } from './terminal/screen.ts';

const formatMarkdown = (report: ReportDocument): string => renderMarkdown(buildReportPage(report));
const formatTerminal = (report: ReportDocument, options: TerminalOptions): string =>
  renderTerminal(buildReportPage(report, options.verbose), options);

type Row = AuditDocument['validation'][number];
type Chain = ReportDocument['attack_chains'][number];
const [SAMPLE] = sampleReports.audit.findings;
if (SAMPLE === undefined) throw new Error('the sample audit has a finding');
const FINDING: ReportFinding = { ...SAMPLE, status: 'confirmed' };

const rowOf = (said: Partial<Row> = {}): Row => ({
  finding: 'H-01',
  verdict: 'confirmed',
  validator: 'validator-01',
  method: 'second analysis',
  verification: '1:pass(from src/a.ts:3) 3:uncertain(no entry point)',
  reason: 'it is there',
  stated_severity: 'HIGH',
  score: null,
  rating_dispute: null,
  poc: { status: 'not_reproducible', reason: 'nothing is run' },
  ...said,
});

const auditOf = (said: Partial<AuditDocument> = {}): AuditDocument =>
  ({
    mode: 'deep',
    watermarks: [],
    limitations: ['Findings that could not be recovered: 0'],
    markers: [],
    recon: { modules: 1, entry_points: [], dependencies: 0, frameworks: [], library: false, knowledge: [], notes: [] },
    permission_matrix: [],
    agents: [],
    evaluations: [],
    control_evidence: [],
    semgrep: { status: 'absent', reason: 'not installed', verification: [] },
    deep_dive: {
      status: 'completed',
      hotspots: 0,
      hotspots_covered: 0,
      flows: [],
      chains_refuted: 0,
      chains_left_out: 0,
    },
    validation: [rowOf()],
    path_scores: [],
    not_applicable: [],
    ...said,
  }) as unknown as AuditDocument;

const chainOf = (id: string, standing: Chain['standing'], said: Partial<Chain> = {}): Chain => ({
  id,
  title: 'injection past authorization',
  findings: ['H-01', id],
  preconditions: ['input reaches an interpreter'],
  steps: ['H-01 a flaw (src/a.ts:1)', `${id} another (src/b.ts:2)`],
  severity: 'HIGH',
  standing,
  amplification: 'data of others is read',
  reason: null,
  ...said,
});

const reportOf = (said: Partial<ReportDocument> = {}, audit: Partial<AuditDocument> = {}): ReportDocument => ({
  ...sampleReports.audit,
  findings: [FINDING],
  attack_chains: [],
  audit: auditOf(audit),
  ...said,
});
const PAGE = { color: false, width: 100, verbose: false };
const show = (report: ReportDocument): string => formatTerminal(report, PAGE);

describe('how a finding was checked', () => {
  test('who, how and why, each step that was taken, and the proof, in every format', () => {
    const report = reportOf();
    const text = show(report);
    expect(text).toContain('Check  confirmed by validator-01 (second analysis): it is there');
    expect(text).toContain('Steps  1 flow: pass (from src/a.ts:3); 3 reach: uncertain (no entry point)');
    expect(text).toContain('PoC    not_reproducible: nothing is run');
    const markdown = formatMarkdown(report);
    expect(markdown).toContain('**Steps:** 1 flow: pass (from src/a.ts:3); 3 reach: uncertain (no entry point)');
    expect(markdown).toContain('**PoC:** not\\_reproducible: nothing is run');
    const { properties } = JSON.parse(formatSarif(report)).runs[0].results[0];
    expect(properties).toMatchObject({
      validation: 'confirmed by validator-01 (second analysis): it is there',
      validationSteps: ['1 flow: pass (from src/a.ts:3)', '3 reach: uncertain (no entry point)'],
      proofOfConcept: 'not_reproducible: nothing is run',
    });
  });

  test.each([
    [
      'nobody looked',
      { verdict: 'undecided', method: null, reason: null },
      'undecided: no validator could confirm or refute it',
    ],
    ['on its own word', { verdict: 'accepted', method: null, reason: null }, "accepted on the agent's own check"],
    [
      'a dispute',
      { rating_dispute: { stated: 'LOW', scored: 'HIGH' } },
      'it is there; rating dispute: stated LOW, scored HIGH',
    ],
    ['a score', { stated_severity: 'CRITICAL', score: 5 }, 'it is there; stated as CRITICAL, rated by its score of 5'],
    ['its class', { stated_severity: 'MEDIUM' }, 'it is there; stated as MEDIUM, raised to the rating of its class'],
    [
      'a gate',
      { stated_severity: 'CRITICAL' },
      'it is there; stated as CRITICAL, lowered because not everything about it is decided',
    ],
  ] as const)('%s', (_name, said, words) => {
    expect(describeCheck(auditOf({ validation: [rowOf(said)] }), FINDING)?.verdict).toContain(words);
  });

  test('a proof that was given is shown; findings that need none have none', () => {
    const given = { ...FINDING, extra: { proof: "curl '/?q=%27'" } };
    const provided = auditOf({ validation: [rowOf({ poc: { status: 'provided', reason: null } })] });
    expect(describeCheck(provided, given)?.proof).toBe("provided: curl '/?q=%27'");
    const none = auditOf({ validation: [rowOf({ poc: { status: 'not_required', reason: null } })] });
    expect(describeCheck(none, FINDING)?.proof).toBeNull();
    expect(describeCheck(auditOf({ validation: [] }), FINDING)).toBeNull();
  });

  test('the places of merged findings are named, the first eight', () => {
    const { file, line } = FINDING;
    const places = [line, ...Array.from({ length: 10 }, (_, i) => i + 100)].map((at) => `${file}:${at}`);
    expect(describePlaces(FINDING)).toBeNull();
    expect(describePlaces({ ...FINDING, extra: { also_at: places.slice(0, 2) } })).toBe(':100');
    expect(describePlaces({ ...FINDING, extra: { also_at: places } })).toMatch(/^:100, .* and 2 more$/u);
  });
});

test('the full summary counts what an agent has read; who read nothing has no share of it', () => {
  const agent = {
    agent: 'agent-r2-01',
    round: 2,
    status: 'COMPLETED',
    output_status: 'COMPLETE',
    dimensions: ['D2', 'D7'],
    retry_of: null,
    emergency: false,
    restart: false,
    findings: 0,
    reason: null,
    max_turns: 20,
    tool_calls: {},
    files_read: 0,
    rereads: 0,
    refused_calls: 0,
    modules_loaded: [],
    claimed_coverage: {},
  } satisfies AuditDocument['agents'][number];
  const text = formatSummary(reportOf({}, { agents: [agent] }));
  expect(text).toContain('| `agent-r2-01` | D2, D7 | completed | 0 | 0 | nothing new: ');
  expect(text).not.toContain('100%');
});

describe('chains', () => {
  const chains = [
    chainOf('M-01', 'shown', { reason: 'both are reached from src/a.ts:1' }),
    chainOf('M-02', 'unverified', { reason: 'so it seems' }),
    chainOf('M-03', 'candidate'),
    chainOf('M-04', 'candidate', { severity: 'CRITICAL' }),
  ];

  test('each says what it needs, its steps and what comes of it, and how sure that is', () => {
    const text = show(reportOf({ attack_chains: chains }));
    expect(text).toContain(`  HIGH M-01: injection past authorization (H-01 + M-01)
    1. H-01 a flaw (src/a.ts:1)
    2. M-01 another (src/b.ts:2)
    Needs     input reaches an interpreter
    Link      both are reached from src/a.ts:1
    Together  data of others is read`);
    expect(text).toContain('not verified: an agent says so (so it seems)');
    expect(text).toContain(`  Candidate, CRITICAL if it holds: injection past authorization (2 pairs)
    1. one of
       H-01 a flaw (src/a.ts:1)
    2. then one of
       M-03 another (src/b.ts:2)
       M-04 another (src/b.ts:2)
    Needs     input reaches an interpreter
    Link      not shown: the findings fit a pattern
    Together  data of others is read`);
    const markdown = formatMarkdown(reportOf({ attack_chains: chains }));
    for (const part of [
      '- **Needs:** input',
      '1. H-01 a flaw',
      '2. M-01 another',
      '- **Link:** both',
      '- **Together:** data',
      '- **Link:** not verified',
      '- **Link:** not shown',
      '   - M-04 another',
    ])
      expect(markdown).toContain(part);
  });

  test('candidates are grouped by pattern; a long choice is cut and counted', () => {
    expect(groupCandidates(reportOf({ attack_chains: chains })).map(({ pairs }) => pairs)).toEqual([2]);
    const many = Array.from({ length: 8 }, (_, i) => chainOf(`M-1${i}`, 'candidate'));
    expect(show(reportOf({ attack_chains: many }))).toContain('    … 3 more findings; --verbose shows all');
  });
});

describe('the matrix of files and dimensions', () => {
  const cell = (dimension: 'D1' | 'D10', path: string, status: '✅' | '⚠️' | '❌') => ({
    dimension,
    path,
    status,
    endpoint: null,
  });
  const cells = [
    cell('D1', 'src/a.ts', '✅'),
    cell('D1', 'src/b.ts', '❌'),
    cell('D10', 'src/b.ts', '✅'),
    cell('D10', 'package.json', '⚠️'),
    cell('D10', 'package.json', '✅'),
  ];
  const coverage = { ...sampleReports.audit.coverage, cells } as ReportDocument['coverage'];

  test('what is open comes first, the worst of several cells counts', () => {
    expect(arrangeCells(reportOf({ coverage })).rows).toEqual([
      { path: 'src/b.ts', symbols: ['❌', '✅'], isOpen: true },
      { path: 'package.json', symbols: [null, '⚠️'], isOpen: true },
      { path: 'src/a.ts', symbols: ['✅', null], isOpen: false },
    ]);
  });

  test('a terminal shows one sign per cell', () => {
    expect(show(reportOf({ coverage }))).toContain(`Dimension × file: 3 files, 2 open
  File          D1  D10
  src/b.ts      ✗   ✓
  package.json  ·   ~
  src/a.ts      ✓   ·

  ✓ deep, ~ searched, ✗ untouched, · not relevant to the dimension`);
  });

  test('a long one is cut behind what is open, with the number of files and how many of them are open', () => {
    const long = Array.from({ length: 30 }, (_, i) =>
      cell('D1', `src/very/deep/folder/${'x'.repeat(60)}/${i}.ts`, i < 22 ? '⚠️' : '✅'),
    );
    const text = formatTerminal(reportOf({ coverage: { ...coverage, cells: long } as never }), {
      ...PAGE,
      width: 80,
    });
    expect(text).toContain('Dimension × file: 30 files, 22 open\n');
    expect(text).toContain('… 10 more files; --verbose shows all');
    for (const line of text.split('\n').filter((each) => each.includes('xxxx')))
      expect([...line].length).toBeLessThanOrEqual(80);
  });
});

test('each agent: what for, how it ended, what it did, and what was out of the ordinary [REPORT-05]', () => {
  const agent = {
    agent: 'agent-r1-02',
    round: 1,
    status: 'FAILED',
    output_status: 'MISSING',
    dimensions: ['D2', 'D7'],
    retry_of: 'agent-r1-01',
    emergency: false,
    restart: false,
    findings: 3,
    reason: 'timeout',
    max_turns: 12,
    tool_calls: { Grep: 2, Read: 5 },
    files_read: 1,
    rereads: 1,
    refused_calls: 2,
    modules_loaded: [],
    claimed_coverage: {},
  } as const;
  const report = reportOf({}, { agents: [agent] as never });
  const remarks =
    'replaces agent-r1-01; timeout; calls: Grep 2, Read 5; 2 calls refused by the rules of the rounds; 1 file read again for a gap or a hotspot';
  expect(show(report).replaceAll(/\s+/gu, ' ')).toContain(`agent-r1-02 D2, D7 failed 3 1 ${remarks}`);
  expect(formatMarkdown(report)).toContain(`| \`agent-r1-02\` | D2, D7 | failed | 3 | 1 | ${remarks} |`);
});

test('an audit that was stopped before it looked at anything gives no verdict', () => {
  const cells = [{ dimension: 'D1' as const, path: 'src/a.ts', status: '❌' as const, endpoint: null }];
  const coverage = { ...sampleReports.audit.coverage, cells };
  const said = { verdict: 'OK', complete: false, findings: [] } as const;
  expect(show(reportOf({ ...said, coverage }))).toContain('NO VERDICT · incomplete · nothing was reviewed');
  const deep = { ...coverage, cells: cells.map((cell) => ({ ...cell, status: '✅' as const })) };
  expect(show(reportOf({ ...said, coverage: deep }))).toContain('OK · incomplete · no findings in what was reviewed');
});

describe('sentences', () => {
  test('Semgrep: version, end and what became of its hits', () => {
    const verification = [
      '===SEMGREP_VERIFY===',
      'semgrep_findings_total: 3',
      'confirmed: SG-001,SG-002',
      'rejected: ',
      'needs_manual: SG-003',
      'unresolved_findings_count: 0',
      '===END_SEMGREP_VERIFY===',
    ];
    const analyzers = [{ name: 'semgrep', version: '1.99.0', status: 'completed' as const, findings: 3, reason: null }];
    const report = reportOf({ analyzers }, { semgrep: { status: 'completed', reason: null, verification } });
    expect(describeSemgrep(report)).toBe(
      '1.99.0, completed; hits: 3 (2 confirmed, 0 rejected, 1 to check by hand, 0 undecided)',
    );
    expect(describeSemgrep(reportOf())).toBe('absent: not installed; the embedded analyzers were the baseline');
  });

  test('grave findings without a score are named', () => {
    expect(describeUnscored(reportOf())).toBe(
      'Not scored, because the attacker is not known or an advisory rates it: H-01',
    );
    const scored = { finding: 'H-01', authentication: 3, request: 3, interaction: 3, threshold: 3, total: 12 };
    expect(describeUnscored(reportOf({}, { path_scores: [scored] }))).toBeNull();
  });

  test('the summary counts what is confirmed and what is left to people', () => {
    expect(summarizeAudit(reportOf())).toContain('1 finding is confirmed, critical or high. 2 dimensions are not met');
    const open = (['needs_manual', 'unverified'] as const).map((status) => ({ ...FINDING, status }));
    expect(summarizeAudit(reportOf({ findings: open }))).toContain(
      'No finding is confirmed. 1 must be checked by hand, 1 is not verified.',
    );
  });

  test('what stood before the change is said to, and counted apart', () => {
    const older = { ...FINDING, introduced: false };
    expect(summarizeAudit(reportOf({ findings: [older] }))).toContain(
      'No finding of the change is confirmed. 1 older finding, critical or high, is not counted.',
    );
    const some = reportOf({
      findings: [FINDING, older, { ...older, severity: 'LOW', status: 'unverified' }, { ...older, status: 'rejected' }],
    });
    expect(summarizeAudit(some)).toContain(
      '1 finding of the change is confirmed, critical or high. 2 older findings, 1 of them critical or high, are not counted.',
    );
    expect(formatTerminal(some, PAGE)).toMatch(
      /Confirmed +Needs manual +Unverified +Rejected +Older\n +CRITICAL.*\n +HIGH +1 +0 +0 +1 +1\n.*\n +LOW +0 +0 +0 +0 +1\n/u,
    );
    expect(formatMarkdown(some)).toContain('|  | Confirmed | Needs manual | Unverified | Rejected | Older |');
    expect(formatMarkdown(some)).toContain('| HIGH | 1 | 0 | 0 | 1 | 1 |');
  });
});

test('the follow-up for many cells is printed whole: it works as it stands', () => {
  const cells = Array.from({ length: 40 }, (_, i) => `D2:src/modules/module-${i}/session.ts`).join(',');
  const command = `Consider: consensus-review audit src --cells ${cells}`;
  for (const format of [formatTerminal, formatMarkdown, formatSummary])
    expect(format({ ...sampleReports.audit, suggestions: [command] }, PAGE)).toContain(`→ ${command}`);
});
