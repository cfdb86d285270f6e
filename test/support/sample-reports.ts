/**
 * Sample report documents for tests of formats, schemas and commands: a clean run, one with skipped files, a veto over two
 * waves, truncated agents, a change scope, an audit and a repository that tries to talk to the terminal.
 */

import { PLAN_SCHEMA, REPORT_SCHEMA } from '../../src/protocol/report/document-names.ts';
import type { PlanDocument } from '../../src/protocol/report/plan-document.ts';
import type {
  ReportAgent,
  ReportDocument,
  ReportFileCoverage,
  ReportFinding,
  ReportSignal,
} from '../../src/protocol/report/report-document.ts';
import { describeRuleCoverage } from '../../src/protocol/report/rule-coverage.ts';

export const buildReport = (said: Partial<ReportDocument> = {}): ReportDocument => ({
  schema: REPORT_SCHEMA,
  run: {
    id: 'run-0001',
    playbook: 'review',
    mode: 'review',
    model: 'embedded',
    started_at: '2026-01-05T10:00:00.000Z',
    finished_at: '2026-01-05T10:00:04.200Z',
    resumed: 0,
  },
  scope: { selection: 'src', files: 0, tokens: 0, loc: 0, languages: {}, ignored: [], change: false },
  budget: { total_tokens: 0, scale: 1, isolation: 'shared' },
  verdict: 'OK',
  complete: true,
  verdict_trace: [],
  warnings: [],
  notes: [],
  suggestions: [],
  agents: [],
  findings: [],
  coverage: { files: [], dimensions: {}, gaps: [], ratio: 1, met: true, cells: [], recalled: [] },
  rounds: [],
  attack_chains: [],
  analyzers: [],
  truncation: { agents: [], coverage_gaps: [], unrecovered_findings: 0, needs_reaudit: [] },
  signals: [],
  usage: {
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    calls: 0,
    reused_calls: 0,
    repeated_calls: 0,
    cached_input_tokens: 0,
    reasoning_tokens: 0,
    estimated_calls: 0,
    unpriced_calls: 0,
    ledger: [],
  },
  audit: null,
  ...said,
});

export const buildAgent = ({ agent, ...said }: Partial<ReportAgent> & Pick<ReportAgent, 'agent'>): ReportAgent => ({
  agent,
  round: 1,
  wave: 1,
  budget_tokens: 16384,
  used_tokens: 820,
  partial: false,
  cutoff_reason: null,
  mode: 'full',
  budget_used_percent: 5,
  budget_remaining_percent: 95,
  files_reviewed: 0,
  files_skipped: 0,
  skipped_files: [],
  skipped: { medium_count: 0, low_count: 0 },
  verdict: 'OK',
  veto_reasons: [],
  status: 'completed',
  recommendation: null,
  model: null,
  files_recalled: 0,
  ...said,
});

export const buildFinding = ({
  id,
  severity,
  ...said
}: Partial<ReportFinding> & Pick<ReportFinding, 'id' | 'severity'>): ReportFinding => ({
  id,
  fingerprint: `fp-${id.toLowerCase()}`,
  severity,
  category: 'logic',
  dimension: null,
  cwe: null,
  file: 'src/app.ts',
  line: 1,
  end_line: said.line ?? 1,
  title: 'Something is wrong',
  issue: 'This is what is wrong.',
  evidence: null,
  recommendation: null,
  references: [],
  related: [],
  source: null,
  sink: null,
  flow: null,
  impact: null,
  confidence: 0.9,
  status: 'confirmed',
  originally_truncated: false,
  introduced: true,
  agreement: { k: 1, n: 1 },
  reported_by: [{ agent: 'code-quality-reviewer', round: 1, rule: null, model: null }],
  extra: {},
  ...said,
});

const by = (agent: string, rule: string | null = null): ReportFinding['reported_by'][number] => ({
  agent,
  round: 1,
  rule,
  model: null,
});

const STANDARD = [
  'security-reviewer',
  'vulnerability-reviewer',
  'code-quality-reviewer',
  'documentation-reviewer',
  'user-persona-reviewer',
] as const;

/** Coverage of files by the five standard reviewers; `missed` names the agents that did not get to a file. */
const coverFile = (path: string, missed: readonly string[] = [], reason = 'budget'): ReportFileCoverage => ({
  path,
  status: missed.length === 0 ? 'reviewed' : missed.length === STANDARD.length ? 'skipped' : 'partial',
  depth: 'full',
  reason: missed.length === 0 ? null : reason,
  by: Object.fromEntries(STANDARD.map((agent) => [agent, missed.includes(agent) ? 'skipped' : 'reviewed'])),
});

const signal = (said: Partial<ReportSignal>): ReportSignal => ({
  coordinator_type: 'research',
  summary_brief: 'Completed research on 5 topics with 0 findings. Context: 5%. Next: COMPLETE.',
  work_remaining: 0,
  context_exhausted: false,
  context_usage_percent: 5,
  requires_continuation: false,
  ...said,
});

const COMPLETE_FILES = ['src/app.ts', 'src/cart.ts', 'src/orders.ts', 'src/utils/date.ts'];

const complete = buildReport({
  scope: {
    selection: 'src',
    files: 4,
    tokens: 3120,
    loc: 302,
    languages: { typescript: 4 },
    ignored: [
      { path: 'src/logo.png', reason: 'binary' },
      { path: 'src/vendor/md5.js', reason: 'vendored' },
      { path: 'src/vendor/zlib.js', reason: 'vendored' },
    ],
    change: false,
  },
  budget: { total_tokens: 3120, scale: 1.1904, isolation: 'shared' },
  verdict_trace: ['no finding, no agent objected: OK'],
  agents: STANDARD.map((agent) => buildAgent({ agent, files_reviewed: 4 })),
  coverage: {
    ...buildReport().coverage,
    files: COMPLETE_FILES.map((path) => coverFile(path)),
    ...describeRuleCoverage(
      COMPLETE_FILES.map((path) => coverFile(path)),
      [],
    ),
  },
  analyzers: [
    { name: 'rules', version: '1', status: 'completed', findings: 0, reason: null },
    { name: 'secrets', version: '13.0.7', status: 'completed', findings: 0, reason: null },
  ],
  signals: [
    signal({
      topics_completed: ['security', 'vulnerability', 'code-quality', 'documentation', 'user-persona'],
      findings_total: 0,
      reports_created: 1,
    }),
  ],
});

const SKIPPED_FILES = ['src/auth/cache.go', 'src/auth/middleware.go', 'src/auth/types.go', 'src/auth/worker.go'];
const SEEN_FILES = [
  'README.md',
  'cmd/server/main.go',
  'src/auth/login.go',
  'src/auth/token.go',
  'src/auth/validate.go',
  'src/orders/service.go',
  'src/routes/orders.go',
  'src/utils/date.go',
];

const INJECTION = buildFinding({
  id: 'H-01',
  fingerprint: '7c1e0a55d2b94f18',
  severity: 'HIGH',
  category: 'injection',
  cwe: 'CWE-89',
  file: 'src/auth/validate.go',
  line: 45,
  end_line: 46,
  title: 'SQL built from user input',
  issue: 'The id of the request is formatted into the statement, so a caller decides what the database runs.',
  evidence: 'query := fmt.Sprintf("SELECT * FROM users WHERE id = %s", userId)\nrows, err := db.Query(query)',
  recommendation: 'Use parameterized queries: db.Query("SELECT * FROM users WHERE id = $1", userId)',
  references: ['https://owasp.org/Top10/A03_2021-Injection/'],
  source: 'userId :42',
  sink: 'db.Query(query) :46',
  flow: ':42 → :45(concat) → :46',
  impact: 'Reads and changes every row of the database.',
  agreement: { k: 2, n: 2 },
  reported_by: [by('security-reviewer', 'go-sql-format'), by('code-quality-reviewer')],
});

const partial = buildReport({
  scope: {
    selection: 'src cmd README.md',
    files: 12,
    tokens: 18211,
    loc: 1640,
    languages: { go: 11, markdown: 1 },
    ignored: [
      { path: 'src/data/seed.sql', reason: 'too-large' },
      { path: 'go.sum', reason: 'generated' },
    ],
    change: false,
  },
  budget: { total_tokens: 18211, scale: 2.1115, isolation: 'branch' },
  verdict: 'WARN',
  complete: false,
  verdict_trace: ['1 HIGH and 1 MEDIUM finding remain: WARN', '2 agents left files unreviewed: incomplete'],
  warnings: ['⚠️ Partial results: 2 agents hit budget limits'],
  notes: ['security-reviewer: reviewed 8/12 files', 'documentation-reviewer: reviewed 10/12 files'],
  suggestions: [`Consider: /consensus-review ${SKIPPED_FILES.join(' ')}`],
  agents: STANDARD.map((agent) =>
    agent === 'security-reviewer'
      ? buildAgent({
          agent,
          budget_tokens: 17297,
          used_tokens: 16778,
          budget_used_percent: 97,
          budget_remaining_percent: 3,
          partial: true,
          cutoff_reason: 'budget',
          mode: 'force_return',
          files_reviewed: 8,
          files_skipped: 4,
          skipped_files: SKIPPED_FILES,
          skipped: { medium_count: 3, low_count: 5 },
          verdict: 'WARN',
          recommendation: `Re-run review with: /consensus-review ${SKIPPED_FILES.join(' ')}`,
        })
      : agent === 'documentation-reviewer'
        ? buildAgent({
            agent,
            budget_tokens: 8648,
            used_tokens: 8300,
            budget_used_percent: 95,
            budget_remaining_percent: 5,
            partial: true,
            cutoff_reason: 'budget',
            mode: 'force_return',
            files_reviewed: 10,
            files_skipped: 2,
            skipped_files: SKIPPED_FILES.slice(2),
            recommendation: `Re-run review with: /consensus-review ${SKIPPED_FILES.slice(2).join(' ')}`,
          })
        : buildAgent({ agent, files_reviewed: 12, verdict: agent === 'code-quality-reviewer' ? 'WARN' : 'OK' }),
  ),
  findings: [
    INJECTION,
    buildFinding({
      id: 'M-01',
      severity: 'MEDIUM',
      category: 'error-handling',
      cwe: 'CWE-391',
      file: 'src/orders/service.go',
      line: 88,
      title: 'Error of Close is dropped',
      issue: 'A failed write is reported as a success because nobody looks at the error of the last flush.',
      evidence: 'defer file.Close()',
      recommendation: 'Close explicitly and return the error.',
      status: 'unverified',
      confidence: 0.6,
    }),
    buildFinding({
      id: 'L-01',
      severity: 'LOW',
      category: 'links',
      file: 'README.md',
      line: 12,
      title: 'Link to a file that does not exist',
      issue: 'docs/setup.md is not part of the repository.',
      reported_by: [by('documentation-reviewer', 'doc-broken-link')],
    }),
  ],
  coverage: {
    ...buildReport().coverage,
    files: [
      ...SEEN_FILES.map((path) => coverFile(path)),
      ...SKIPPED_FILES.map((path, index) =>
        coverFile(path, index < 2 ? ['security-reviewer'] : ['security-reviewer', 'documentation-reviewer']),
      ),
    ],
    ratio: 0.6667,
  },
  analyzers: [
    { name: 'rules', version: '1', status: 'completed', findings: 2, reason: null },
    { name: 'gosec', version: null, status: 'absent', findings: 0, reason: 'not installed' },
  ],
  signals: [
    signal({
      summary_brief: 'Completed research on 5 topics with 3 findings. Context: 97%. Next: Review of 4 files.',
      topics_completed: ['security', 'vulnerability', 'code-quality', 'documentation', 'user-persona'],
      findings_total: 3,
      reports_created: 1,
      work_remaining: ['security-reviewer', 'documentation-reviewer'],
      context_exhausted: true,
      context_usage_percent: 97,
    }),
  ],
});

const veto = buildReport({
  scope: {
    selection: 'src',
    files: 4,
    tokens: 20980,
    loc: 2210,
    languages: { typescript: 4 },
    ignored: [],
    change: false,
  },
  budget: { total_tokens: 20980, scale: 2.2805, isolation: 'branch' },
  verdict: 'VETO',
  verdict_trace: ['C-01 carries a veto reason of security-reviewer: a live credential in the repository'],
  agents: [
    buildAgent({
      agent: 'security-reviewer',
      files_reviewed: 2,
      files_skipped: 2,
      skipped_files: ['src/orders.ts', 'src/utils/date.ts'],
      partial: true,
      cutoff_reason: 'budget',
      mode: 'high_severity_only',
      verdict: 'VETO',
      veto_reasons: ['C-01: a live credential in the repository'],
    }),
    ...STANDARD.slice(1).map((agent) => buildAgent({ agent, files_reviewed: 4 })),
    buildAgent({ agent: 'security-reviewer', wave: 2, files_reviewed: 2 }),
  ],
  findings: [
    buildFinding({
      id: 'C-01',
      severity: 'CRITICAL',
      category: 'secrets',
      cwe: 'CWE-798',
      file: 'src/app.ts',
      line: 7,
      title: 'Private key in the source',
      issue: 'Everyone who can read the repository can sign as the service.',
      evidence: "const signingKey = '-----BEGIN RSA PRIVATE KEY-----…'",
      recommendation: 'Revoke the key, then read it from the environment or a secret store.',
      reported_by: [by('security-reviewer', 'secret-private-key')],
    }),
    buildFinding({
      id: 'M-01',
      severity: 'MEDIUM',
      category: 'complexity',
      file: 'src/cart.ts',
      line: 120,
      end_line: 198,
      title: 'One function does the work of five',
      issue: 'Discounts, taxes, shipping, stock and payment are decided in one function of 79 lines and 24 branches.',
      recommendation: 'Split it along these five questions; each can then be tested alone.',
      extra: {
        repair: {
          edits: [{ line: 120, column: 26, end_line: 120, end_column: 31, text: 'true' }],
          before: 'const größe = load(cart, false);',
        },
      },
    }),
    buildFinding({
      id: 'M-02',
      severity: 'MEDIUM',
      category: 'injection',
      cwe: 'CWE-79',
      file: 'src/orders.ts',
      line: 31,
      title: 'Markup built from a name',
      issue: 'The template escapes it.',
      status: 'rejected',
      reported_by: [by('security-reviewer', 'js-html-concat')],
    }),
    buildFinding({
      id: 'L-01',
      severity: 'LOW',
      category: 'clarity',
      file: 'src/utils/date.ts',
      line: 3,
      title: 'Unit of the parameter is not documented',
      issue: 'Seconds or milliseconds?',
      status: 'suppressed',
      reported_by: [by('documentation-reviewer')],
      extra: { suppression_reason: 'documented in the module' },
    }),
  ],
  coverage: {
    ...buildReport().coverage,
    files: COMPLETE_FILES.map((path, index) => ({ ...coverFile(path), depth: index === 1 ? 'reduced' : 'full' })),
  },
  analyzers: [{ name: 'rules', version: '1', status: 'completed', findings: 4, reason: null }],
  signals: [
    signal({ summary_brief: 'Completed research on 5 topics with 3 findings. Context: 60%. Next: Wave 2.' }),
    signal({
      coordinator_type: 'implementer',
      summary_brief: 'Completed final Wave 2 (Phase 1-4) with 6 tasks. Context: 41%. Next: COMPLETE.',
      context_usage_percent: 41,
      phases_completed: [1, 2, 3, 4],
      tasks_completed: 6,
      artifacts_created: ['runs/run-0001/report.json'],
      plan_file: 'runs/run-0001/plan.json',
      topic_path: 'runs/run-0001',
      summary_path: 'runs/run-0001/summary.md',
      checkpoint_path: 'runs/run-0001/checkpoint.json',
      stuck_detected: false,
    }),
  ],
});

const truncated = buildReport({
  scope: {
    selection: 'outputs of 3 agents',
    files: 2,
    tokens: 0,
    loc: 0,
    languages: { python: 2 },
    ignored: [],
    change: false,
  },
  verdict: 'WARN',
  complete: false,
  verdict_trace: ['1 HIGH finding remains: WARN', '2 agents were cut off: incomplete'],
  warnings: ['2 agents were truncated; what they had finished was kept'],
  agents: [
    buildAgent({
      agent: 'security-reviewer',
      partial: true,
      cutoff_reason: 'truncated',
      status: 'truncated',
      files_reviewed: 1,
      files_skipped: 1,
      skipped_files: ['app/db.py'],
      verdict: 'WARN',
    }),
    buildAgent({
      agent: 'code-quality-reviewer',
      partial: true,
      cutoff_reason: 'truncated',
      status: 'failed',
      files_skipped: 2,
      skipped_files: ['app/db.py', 'app/views.py'],
    }),
    buildAgent({ agent: 'documentation-reviewer', files_reviewed: 2 }),
  ],
  findings: [
    buildFinding({
      id: 'H-01',
      severity: 'HIGH',
      category: 'injection',
      cwe: 'CWE-78',
      file: 'app/views.py',
      line: 19,
      title: 'Shell command from a form field',
      issue: 'The file name of an upload becomes part of a shell command.',
      evidence: 'os.system("convert " + request.files["image"].filename)',
      recommendation: 'Call subprocess.run with a list and without a shell.',
      status: 'unverified',
      originally_truncated: true,
      reported_by: [by('security-reviewer')],
    }),
  ],
  coverage: {
    ...buildReport().coverage,
    files: [
      {
        path: 'app/db.py',
        status: 'partial',
        depth: 'full',
        reason: 'truncated',
        by: {
          'security-reviewer': 'skipped',
          'code-quality-reviewer': 'skipped',
          'documentation-reviewer': 'reviewed',
        },
      },
      {
        path: 'app/views.py',
        status: 'partial',
        depth: 'full',
        reason: 'truncated',
        by: {
          'security-reviewer': 'reviewed',
          'code-quality-reviewer': 'skipped',
          'documentation-reviewer': 'reviewed',
        },
      },
    ],
    ratio: 0,
  },
  truncation: {
    agents: [
      { agent: 'security-reviewer', severity: 'mild', recovery: '1 finding kept' },
      { agent: 'code-quality-reviewer', severity: 'severe', recovery: 'output discarded' },
    ],
    coverage_gaps: ['app/db.py'],
    unrecovered_findings: 2,
    needs_reaudit: [{ agent: 'security-reviewer', id: 'F002', file: 'app/db.py' }],
  },
});

const change = buildReport({
  ...complete,
  scope: {
    selection: 'working tree against main',
    files: 2,
    tokens: 1480,
    loc: 160,
    languages: { typescript: 2 },
    ignored: [],
    change: true,
  },
  verdict: 'WARN',
  verdict_trace: ['1 MEDIUM finding remains: WARN'],
  agents: STANDARD.map((agent) =>
    buildAgent({ agent, files_reviewed: 2, verdict: agent === 'code-quality-reviewer' ? 'WARN' : 'OK' }),
  ),
  findings: [
    buildFinding({
      id: 'M-01',
      severity: 'MEDIUM',
      category: 'testing',
      file: 'src/cart.ts',
      line: 14,
      title: 'New branch has no test',
      issue: 'The discount for returning customers is decided here and nothing covers it.',
      evidence: 'if (customer.orders > 3) total *= 0.9;',
      recommendation: 'Add a test with 3 and with 4 orders.',
    }),
    buildFinding({
      id: 'M-02',
      severity: 'MEDIUM',
      category: 'logic',
      file: 'src/cart.ts',
      line: 90,
      title: 'Rounding per line, not per order',
      issue: 'The sum of the lines differs from the total by up to a cent per line.',
      recommendation: 'Round once, at the end.',
      introduced: false,
    }),
  ],
  coverage: { ...buildReport().coverage, files: ['src/app.ts', 'src/cart.ts'].map((path) => coverFile(path)) },
});

const audit = buildReport({
  ...partial,
  run: { ...partial.run, playbook: 'audit', mode: 'standard', model: 'anthropic/some-model' },
  warnings: ['audit incomplete: D9 was not reached'],
  notes: [],
  suggestions: [],
  agents: [buildAgent({ agent: 'agent-r1-01', files_reviewed: 12, verdict: 'WARN' })],
  findings: [{ ...INJECTION, dimension: 'D1', reported_by: [by('agent-r1-01')] }],
  coverage: {
    files: [],
    dimensions: { D1: '✅', D2: '✅', D3: '⚠️', D4: 'N/A', D9: '❌' },
    gaps: ['D3', 'D9'],
    ratio: 0.5,
    met: false,
    cells: [],
    recalled: [],
  },
  rounds: [{ round: 1, agents: 1, findings: 1, gaps: ['D3', 'D9'], decision: 'converge', reason: '2 gaps are left' }],
  attack_chains: [
    {
      id: 'AC-01',
      title: 'From the login form to every order',
      findings: ['H-01'],
      preconditions: ['an account'],
      steps: ['log in', 'send a crafted id'],
      severity: 'CRITICAL',
      standing: 'shown',
      reason: null,
      amplification: 'every order can be read',
    },
  ],
  usage: {
    input_tokens: 51200,
    output_tokens: 4100,
    cost_usd: 0.2145,
    calls: 14,
    reused_calls: 2,
    repeated_calls: 0,
    cached_input_tokens: 30000,
    reasoning_tokens: 0,
    estimated_calls: 1,
    unpriced_calls: 2,
    ledger: [
      {
        agent: 'agent-r1-01',
        model: 'anthropic/claude-sonnet-4-5',
        input_tokens: 41000,
        output_tokens: 3400,
        cost_usd: 0.2145,
        calls: 12,
        reused_calls: 2,
        repeated_calls: 0,
        cached_input_tokens: 30000,
        reasoning_tokens: 0,
        estimated_calls: 1,
        unpriced_calls: 0,
      },
      {
        agent: 'deep-dive',
        model: 'openai-compatible/local',
        input_tokens: 10200,
        output_tokens: 700,
        cost_usd: 0,
        calls: 2,
        reused_calls: 0,
        repeated_calls: 0,
        cached_input_tokens: 0,
        reasoning_tokens: 0,
        estimated_calls: 0,
        unpriced_calls: 2,
      },
    ],
  },
});

const ESCAPE = '\u001b';

const hostile = buildReport({
  ...change,
  scope: { ...change.scope, selection: `a\u0007b${ESCAPE}[2J` },
  complete: false,
  warnings: [`${ESCAPE}]0;owned\u0007 <img src=x onerror=alert(1)> @everyone`],
  suggestions: ["Consider: /consensus-review 'a b.ts' $'c\\u001b.ts'"],
  findings: [
    buildFinding({
      id: 'H-01',
      severity: 'HIGH',
      category: 'na|me',
      file: `src/a b\n${ESCAPE}[31m|\u202e#.ts`,
      line: 3,
      title: '</details><script>alert(1)</script> | ``` [x](javascript:alert(1)) \ud800',
      issue: `first line\r\n::error::second line ${ESCAPE}[0m\u009b31m @admin`,
      evidence: '```\n# heading\n````\u0000',
      recommendation: 'Call `quote|it` — not `this',
      references: ['javascript:alert(1)', 'https://example.com/a b'],
      reported_by: [by('code-quality-reviewer', 'rule with space')],
    }),
  ],
  coverage: {
    ...change.coverage,
    files: [
      {
        path: `src/a b\n${ESCAPE}[31m|\u202e#.ts`,
        status: 'skipped',
        depth: 'full',
        reason: 'no-analyzer',
        by: { 'code-quality-reviewer': 'skipped' },
      },
      {
        path: 'src/ünï cödé/日本語.ts',
        status: 'reviewed',
        depth: 'full',
        reason: null,
        by: { 'code-quality-reviewer': 'reviewed' },
      },
    ],
  },
});

export const sampleReports = { complete, partial, veto, truncated, change, audit, hostile } as const satisfies Record<
  string,
  ReportDocument
>;

export const samplePlan: PlanDocument = {
  schema: PLAN_SCHEMA,
  scope: partial.scope,
  budget: partial.budget,
  agents: [
    {
      agent: 'security-reviewer',
      budget_tokens: 17297,
      files: 12,
      dimensions: [],
      model: null,
      files_recalled: 0,
      window_tokens: null,
    },
    {
      agent: 'vulnerability-reviewer',
      budget_tokens: 17297,
      files: 12,
      dimensions: [],
      model: null,
      files_recalled: 0,
      window_tokens: null,
    },
    {
      agent: 'go-reviewer',
      budget_tokens: 17297,
      files: 11,
      dimensions: [],
      model: null,
      files_recalled: 0,
      window_tokens: null,
    },
    {
      agent: 'code-quality-reviewer',
      budget_tokens: 12972,
      files: 12,
      dimensions: [],
      model: null,
      files_recalled: 0,
      window_tokens: null,
    },
    {
      agent: 'documentation-reviewer',
      budget_tokens: 8648,
      files: 12,
      dimensions: [],
      model: null,
      files_recalled: 0,
      window_tokens: null,
    },
    {
      agent: 'user-persona-reviewer',
      budget_tokens: 8648,
      files: 12,
      dimensions: [],
      model: null,
      files_recalled: 0,
      window_tokens: null,
    },
  ],
  estimate: {
    calls: 42,
    shown_tokens: 4200,
    input_tokens: 211000,
    output_tokens: 18400,
    cost_usd: 0.91,
    waves: 1,
    not_covered: ['src/utils/date.go', 'src/orders/service.go'],
    unpriced_agents: 0,
    reused_calls: 0,
    max_tokens: 2_000_000,
    max_cost_usd: 5,
  },
  run: { playbook: 'review', mode: 'review', model: 'anthropic/some-model' },
  warnings: ['1 file is larger than 1 MB and will not be reviewed'],
  complete: true,
  outgoing: null,
};

/** The same plan with `--show-outgoing`. */
export const sampleOutgoingPlan: PlanDocument = {
  ...samplePlan,
  outgoing: {
    hosts: [
      { host: 'api.example.com', kind: 'model', name: 'anthropic/some-model', gets: 'prompts, files', local: false },
      { host: null, kind: 'program', name: 'command/claude', gets: 'prompts, files', local: false },
      { host: '127.0.0.1:11434', kind: 'embeddings', name: 'ollama/embed', gets: 'questions', local: true },
    ],
    files: [
      { path: 'src/app.go', bytes: 1204, secrets: 2 },
      { path: 'src/orders/service.go', bytes: 88, secrets: 0 },
    ],
    total_files: 2,
    total_bytes: 1292,
    on_request: ['docs/notes.md'],
  },
};
