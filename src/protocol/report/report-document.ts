/**
 * Declares in zod the report document, `consensus-review/report@1`: everything that happened in a run; key order here is that of
 * the JSON. Composed by engine/; every output format of report/ is made from it alone.
 */
import { z } from 'zod';
import { CUTOFF_REASONS } from '../output/agent-claims.ts';
import type { DocumentOf } from '../text/document-of.ts';
import { auditSchema } from './audit-document.ts';
import {
  agentStatus,
  analyzerStatus,
  count,
  coverageSymbol,
  dimension,
  dimensions,
  flag,
  isolation,
  mode,
  percent,
  playbook,
  ratio,
  roundDecision,
  runMode,
  severity,
  text,
  texts,
  truncationSeverity,
  verdict,
} from './document.ts';
import { REPORT_SCHEMA } from './document-names.ts';

export const runSchema = z.object({
  id: text,
  playbook,
  mode: runMode,
  model: text.describe('`embedded`, provider and name of the model, or several with commas between.'),
  started_at: text.describe('ISO 8601, UTC.'),
  finished_at: text.describe('ISO 8601, UTC.'),
  resumed: count.describe('How often the run was continued after an interruption.'),
});

export const ignoreReason = z.enum([
  'binary',
  'too-large',
  'ignored',
  'generated',
  'vendored',
  'unreadable',
  'outside-root',
]);

export const scopeSchema = z.object({
  selection: text.describe('What was selected, in words.'),
  files: count,
  tokens: count,
  loc: count.describe('Lines that are not blank.'),
  languages: z.record(text, count).describe('Files per language.'),
  ignored: z.array(z.object({ path: text, reason: ignoreReason })).describe('Files that were left out, and why.'),
  source_left_out: z
    .record(text, count)
    .optional()
    .describe(
      'Source files that were left out, by reason; absent where there are none. Folders that were not entered count in a change alone.',
    ),
  change: flag.describe('Whether only changes were selected; false for files, folders and the whole root.'),
});

export const budgetSchema = z.object({
  total_tokens: count.describe('Tokens of the files in scope.'),
  scale: z.number().min(1).max(4).describe('Rounded to 4 decimals; budgets use the exact value.'),
  isolation: isolation.describe('`branch`: every agent has its own context.'),
});

const cutoffReason = z.enum(CUTOFF_REASONS);

const agentSchema = z
  .object({
    agent: text,
    round: count,
    wave: count,
    budget_tokens: count,
    used_tokens: count,
    partial: flag.describe('Whether it left files unreviewed or was cut off.'),
    cutoff_reason: cutoffReason.nullable(),
    mode: mode.describe('How it reported at the end: everything, only CRITICAL and HIGH, or told to return.'),
    budget_used_percent: percent,
    budget_remaining_percent: percent,
    files_reviewed: count,
    files_skipped: count,
    skipped_files: texts,
    skipped: z.object({ medium_count: count, low_count: count }).describe('Findings it saw and did not report.'),
    verdict,
    veto_reasons: texts,
    status: agentStatus,
    recommendation: text.nullable(),
    model: text.nullable().describe('The model that was asked; null for embedded reviewers and collected outputs.'),
    files_recalled: count.describe(
      'Of files_reviewed: not given to it, since it had reviewed them in an earlier run under the same conditions.',
    ),
  })
  .describe('One row per agent, model and wave; its counts concern the assignment of that wave.');

export const findingSchema = z.object({
  id: text.describe('`C-01`, `H-01`, `M-01`, `L-01`.'),
  fingerprint: text.describe('Stays the same while the code around the finding does.'),
  severity,
  category: text,
  dimension: dimension.nullable(),
  cwe: text.nullable(),
  file: text.describe('A file in scope, relative to its root, with `/`.'),
  line: z.int().min(1),
  end_line: z.int().min(1),
  title: text,
  issue: text.describe('Why it is a problem.'),
  evidence: text.nullable().describe('The code it quotes.'),
  recommendation: text.nullable().describe('How to fix it.'),
  references: texts,
  related: texts.describe('Ids of findings with the same cause.'),
  source: text.nullable().describe('Where untrusted data enters.'),
  sink: text.nullable().describe('Where it does harm.'),
  flow: text.nullable().describe('The way from source to sink.'),
  impact: text.nullable(),
  confidence: ratio,
  status: z.enum(['confirmed', 'unverified', 'needs_manual', 'rejected', 'suppressed']),
  originally_truncated: flag.describe('Its report was cut off, and enough of it could be read.'),
  introduced: flag.describe('False where a change scope did not touch its lines.'),
  agreement: z.object({ k: z.number(), n: z.number() }).describe('`k` of the `n` that could have reported it did.'),
  reported_by: z.array(z.object({ agent: text, round: count, rule: text.nullable(), model: text.nullable() })),
  extra: z
    .record(text, z.unknown())
    .describe(
      'Fields beyond the common ones, such as `cve` or `dependency`. `verification`: what a second look made of a claim of a model (`outcome`: confirmed, refuted or undecided; `by`; `independent_model`; `reason`).',
    ),
});

const coverageSchema = z.object({
  files: z.array(
    z.object({
      path: text,
      status: z.enum(['reviewed', 'partial', 'skipped']),
      depth: z
        .enum(['full', 'reduced'])
        .describe(
          '`reduced`: for CRITICAL and HIGH only, because a budget ran low; in an audit: searched, but not followed to the end.',
        ),
      reason: text.nullable(),
      by: z.record(text, z.enum(['reviewed', 'skipped'])).describe('Only the agents this file was assigned to.'),
    }),
  ),
  dimensions: z.partialRecord(dimension, coverageSymbol).describe('Of an audit; empty in a review.'),
  gaps: dimensions.describe('Dimensions that are not met.'),
  ratio,
  met: flag,
  cells: z
    .array(
      z.object({
        dimension,
        path: text,
        status: coverageSymbol,
        endpoint: text
          .nullable()
          .describe('Of a control dimension, as `GET /orders/:id`; null where the cell is a file.'),
        unresolved: count
          .optional()
          .describe(
            'Sinks whose data was not followed to its source or to a check; where there are some, the cell is ⚠️.',
          ),
      }),
    )
    .describe('Of an audit: every file or endpoint that matters to a dimension.'),
  recalled: z
    .array(
      z.object({
        run: text,
        started_at: text.describe('When that run began; ISO 8601, UTC.'),
        files: count,
        agents: texts.describe('Agents that were not given them.'),
      }),
    )
    .describe('Files whose review was taken from an earlier run, by that run.'),
  checked_by_rules: count.optional().describe('Files that only rules have looked at, no model.'),
  not_assessed: texts
    .optional()
    .describe(
      'What rules cannot see in those files, and in an audit what only a model could assess; empty where nothing is left.',
    ),
  not_done: texts
    .optional()
    .describe('Of an audit that is not complete: what could have been done without a model and was not.'),
});

const roundSchema = z.object({
  round: count,
  agents: count,
  findings: count,
  gaps: dimensions,
  decision: roundDecision,
  reason: text,
});

const attackChainSchema = z.object({
  id: text,
  title: text,
  findings: texts,
  preconditions: texts,
  steps: texts,
  severity,
  standing: z
    .enum(['shown', 'unverified', 'candidate'])
    .describe(
      '`shown`: followed in the deep dive. `unverified`: stated by an agent that had not read its lines. `candidate`: the findings fit together, nobody followed them.',
    ),
  amplification: text.describe('What the findings allow together.'),
  reason: text.nullable().describe('How the link was shown, or what was stated about it.'),
});

const analyzerSchema = z.object({
  name: text,
  version: text.nullable(),
  status: analyzerStatus,
  findings: count,
  reason: text.nullable(),
});

const truncationSchema = z.object({
  agents: z.array(z.object({ agent: text, severity: truncationSeverity, recovery: text })),
  coverage_gaps: texts,
  unrecovered_findings: count,
  needs_reaudit: z.array(z.object({ agent: text, id: text, file: text.nullable() })),
});

export const signalSchema = z
  .object({
    coordinator_type: text,
    summary_brief: text,
    work_remaining: z.union([z.literal(0), z.array(z.union([z.number(), text]))]),
    context_exhausted: flag,
    context_usage_percent: percent,
    requires_continuation: flag,
  })
  .catchall(z.unknown());

const sums = {
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.number().min(0),
  calls: count,
  reused_calls: count.describe('Calls of earlier runs whose answers were used again and not paid for.'),
  repeated_calls: count.describe('Calls made again because they were under way when the run was interrupted.'),
  cached_input_tokens: count.describe('Of the input: read from the cache of the provider.'),
  reasoning_tokens: count.default(0).describe('Of the output: thoughts, where the provider says how many.'),
  estimated_calls: count.describe(
    'Calls counted at their worst case, because the provider did not say what they used.',
  ),
  unpriced_calls: count.describe('Calls of models without a known price: cost_usd does not include them.'),
};

export const usageSums = z.object(sums);

export const ledgerEntrySchema = z.object({ agent: text, model: text.describe('The model that answered.'), ...sums });

const requirementsSchema = z.object({
  source: text.describe('The file that --context named.'),
  points: z.array(
    z.object({
      id: text.describe('`R1`, in the order of the text.'),
      text_line: count.describe('Line of the text.'),
      text,
      status: z.enum(['met', 'not_met', 'not_visible']),
      file: text
        .nullable()
        .describe('Where the code shows it; null where nothing was quoted or the quote was not found.'),
      line: z.int().min(1).nullable(),
      evidence: text.nullable().describe('The code, as it was found there.'),
      reason: text.nullable().describe('In the words of the model.'),
      doubt: text.nullable().describe('Why its word was not taken, or what it lacks.'),
      answered_by: texts.describe('Models that answered.'),
    }),
  ),
  no_requirement: count.describe('Paragraphs of the text that ask for nothing.'),
  not_asked: count.describe('Paragraphs beyond the most that are asked about.'),
});

export const reportSchema = z
  .object({
    schema: z.literal(REPORT_SCHEMA),
    run: runSchema,
    scope: scopeSchema,
    budget: budgetSchema.describe('Of the first wave.'),
    verdict,
    complete: flag.describe('True when every agent reviewed every file assigned to it and none was cut.'),
    verdict_trace: texts.describe('One line per rule that decided.'),
    warnings: texts,
    notes: texts,
    suggestions: texts.describe('Commands that go on from here.'),
    agents: z.array(agentSchema),
    findings: z.array(findingSchema),
    coverage: coverageSchema,
    rounds: z.array(roundSchema),
    attack_chains: z.array(attackChainSchema),
    analyzers: z.array(analyzerSchema),
    truncation: truncationSchema.describe('What was lost because outputs were cut off.'),
    signals: z.array(signalSchema).describe('Return signals; fields of their type follow the six required ones.'),
    usage: usageSums.extend({
      ledger: z.array(ledgerEntrySchema).describe('The same sums per agent and model; together they are the whole.'),
    }),
    audit: auditSchema.nullable().describe('What only an audit has; null in a review.'),
    requirements: z
      .exactOptional(requirementsSchema)
      .describe(
        'What of a linked issue or pull request (--context) the code meets, by the word of a model; does not decide the verdict. Absent without --context or a model.',
      ),
  })
  .describe('What happened in a run of consensus-review. Keys may be added at the end of an object.');

export type ReportDocument = DocumentOf<typeof reportSchema>;
export type ReportAgent = DocumentOf<typeof agentSchema>;
export type ReportFinding = DocumentOf<typeof findingSchema>;
export type ReportFileCoverage = ReportDocument['coverage']['files'][number];
export type ReportCachedRun = ReportDocument['coverage']['recalled'][number];
export type ReportAnalyzer = DocumentOf<typeof analyzerSchema>;
export type ReportSignal = DocumentOf<typeof signalSchema>;
export type ReportUsage = DocumentOf<typeof usageSums>;
export type ReportLedgerEntry = DocumentOf<typeof ledgerEntrySchema>;
export type IgnoreReason = z.infer<typeof ignoreReason>;
export type IgnoredFile = ReportDocument['scope']['ignored'][number];
export type AgentStatus = z.infer<typeof agentStatus>;
export type AnalyzerStatus = z.infer<typeof analyzerStatus>;
