/**
 * The report document as a zod schema: the source of schemas/report.schema.json and the check of reports read from
 * outside. Equal to the TypeScript type in report-document.ts, which a type-level test enforces.
 */
import { z } from 'zod';
import { COVERAGE_MARKS, DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES } from '../findings/severity.ts';
import { auditSchema } from './audit-schema.ts';
import { IGNORE_REASONS, REPORT_SCHEMA } from './report-document.ts';

const count = z.int().min(0);
const ratio = z.number().min(0).max(1);
const percent = z.int().min(0).max(100);
export const verdictSchema = z.enum(['VETO', 'WARN', 'OK']);
const severity = z.enum(SEVERITIES);
const dimension = z.enum(DIMENSIONS);
const coverageMark = z.enum(Object.values(COVERAGE_MARKS));
const text = z.string();
const texts = z.array(text);

export const runSchema = z.object({
  id: text,
  playbook: z.enum(['review', 'audit']),
  mode: z.enum(['review', 'quick', 'standard', 'deep']),
  model: text.describe('`embedded`, provider and name of the model, or several with commas between.'),
  started_at: text.describe('ISO 8601, UTC.'),
  finished_at: text,
  resumed: count.describe('How often the run was continued after an interruption.'),
});

export const scopeSchema = z.object({
  selection: text.describe('What was selected, in words.'),
  files: count,
  tokens: count,
  loc: count.describe('Lines that are not blank.'),
  languages: z.record(text, count).describe('Files per language.'),
  ignored: z.array(z.object({ path: text, reason: z.enum(IGNORE_REASONS) })),
  change: z.boolean().describe('Whether only changes were selected; false for files, folders and the whole root.'),
});

export const budgetSchema = z.object({
  total_tokens: count,
  scale: z.number().min(1).max(4).describe('Rounded to 4 decimals; budgets use the exact value.'),
  isolation: z.enum(['shared', 'branch']),
});

const agentSchema = z
  .object({
    agent: text,
    round: count,
    wave: count,
    budget_tokens: count,
    used_tokens: count,
    partial: z.boolean(),
    cutoff_reason: z.enum(['budget', 'truncated', 'timeout', 'error', 'aborted']).nullable(),
    mode: z.enum(['full', 'high_severity_only', 'force_return']),
    budget_used_percent: percent,
    budget_remaining_percent: percent,
    files_reviewed: count,
    files_skipped: count,
    skipped_files: texts,
    skipped: z.object({ medium_count: count, low_count: count }),
    verdict: verdictSchema,
    veto_reasons: texts,
    status: z.enum(['completed', 'truncated', 'failed']),
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
  issue: text,
  evidence: text.nullable(),
  recommendation: text.nullable(),
  references: texts,
  related: texts.describe('Ids of findings with the same cause.'),
  source: text.nullable(),
  sink: text.nullable(),
  flow: text.nullable(),
  impact: text.nullable(),
  confidence: ratio,
  status: z.enum(['confirmed', 'unverified', 'needs_manual', 'rejected', 'suppressed']),
  originally_truncated: z.boolean(),
  introduced: z.boolean().describe('False where a change scope did not touch its lines.'),
  agreement: z.object({ k: z.number(), n: z.number() }),
  reported_by: z.array(z.object({ agent: text, round: count, rule: text.nullable(), model: text.nullable() })),
  extra: z.record(text, z.unknown()),
});

const coverageSchema = z.object({
  files: z.array(
    z.object({
      path: text,
      status: z.enum(['reviewed', 'partial', 'skipped']),
      depth: z.enum(['full', 'reduced']),
      reason: text.nullable(),
      by: z.record(text, z.enum(['reviewed', 'skipped'])).describe('Only the agents this file was assigned to.'),
    }),
  ),
  dimensions: z.partialRecord(dimension, coverageMark),
  gaps: z.array(dimension),
  ratio,
  met: z.boolean(),
  cells: z.array(z.object({ dimension, path: text, status: coverageMark, endpoint: text.nullable() })),
  recalled: z
    .array(
      z.object({
        run: text,
        started_at: text.describe('When that run began; ISO 8601, UTC.'),
        files: count,
        agents: texts.describe('Agents that were not given them.'),
      }),
    )
    .describe('Files that were not paid for again, by the run that reviewed them.'),
});

const roundSchema = z.object({
  round: count,
  agents: count,
  findings: count,
  gaps: z.array(dimension),
  decision: z.enum(['next-round', 'converge', 'emergency', 'incomplete']),
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
      'Followed in the deep dive, said to hold by an agent that had not read its lines, or only fitting together.',
    ),
  amplification: text,
  reason: text.nullable(),
});

const analyzerSchema = z.object({
  name: text,
  version: text.nullable(),
  status: z.enum(['completed', 'partial', 'absent', 'failed']),
  findings: count,
  reason: text.nullable(),
});

const truncationSchema = z.object({
  agents: z.array(z.object({ agent: text, severity: z.enum(['mild', 'severe']), recovery: text })),
  coverage_gaps: texts,
  unrecovered_findings: count,
  needs_reaudit: z.array(z.object({ agent: text, id: text, file: text.nullable() })),
});

export const signalSchema = z
  .object({
    coordinator_type: text,
    summary_brief: text,
    work_remaining: z.union([z.literal(0), z.array(z.union([z.number(), text]))]),
    context_exhausted: z.boolean(),
    context_usage_percent: percent,
    requires_continuation: z.boolean(),
  })
  .catchall(z.unknown());

const sums = {
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.number().min(0),
  calls: count,
  reused_calls: count.describe('Calls of earlier runs that stand behind recalled files and were not made again.'),
  repeated_calls: count,
  cached_input_tokens: count.describe('Of the input: what the provider had kept.'),
  estimated_calls: count.describe(
    'Calls booked at their worst case, in whole or in part, since the provider did not say.',
  ),
  unpriced_calls: count.describe('Calls of models whose price nobody knows: cost_usd is without them.'),
};

export const ledgerEntrySchema = z.object({ agent: text, model: text.describe('The model that answered.'), ...sums });

const usageSchema = z.object({
  ...sums,
  ledger: z.array(ledgerEntrySchema).describe('The same sums per agent and model; together they are the whole.'),
});

export const reportSchema = z
  .object({
    schema: z.literal(REPORT_SCHEMA),
    run: runSchema,
    scope: scopeSchema,
    budget: budgetSchema.describe('Of the first wave.'),
    verdict: verdictSchema,
    complete: z.boolean().describe('True when every agent reviewed every file assigned to it and none was cut.'),
    verdict_trace: texts.describe('One line per rule that decided.'),
    warnings: texts,
    notes: texts,
    suggestions: texts,
    agents: z.array(agentSchema),
    findings: z.array(findingSchema),
    coverage: coverageSchema,
    rounds: z.array(roundSchema),
    attack_chains: z.array(attackChainSchema),
    analyzers: z.array(analyzerSchema),
    truncation: truncationSchema,
    signals: z.array(signalSchema),
    usage: usageSchema,
    audit: auditSchema.nullable().describe('What only an audit has to say; null in a review.'),
  })
  .describe('What happened in a run of consensus-review. Keys may be added at the end of an object.');
