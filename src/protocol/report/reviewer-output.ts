/**
 * Declares the strict JSON schema of one reviewer's output in three shapes (full, high severity only, partial; OUTPUT-01..10,
 * REV-08, REV-16) and writes it, compressed where little budget is left. Called by report/agent-json.ts (`-f agent-json`) and
 * prompts/plugin/samples.ts. Outputs of agents are parsed in protocol/output/agent-output.ts.
 */
import { z } from 'zod';
import { shapeFinding } from '../budget/mode.ts';
import { formatReRun } from '../coverage/follow-up.ts';
import { formatLines } from '../findings/location.ts';
import { CUTOFF_REASONS } from '../output/agent-claims.ts';
import { type CompressedEntry, compressFindings } from '../output/compression.ts';
import { planFinalAnswer } from '../output/output-estimate.ts';
import type { JsonObject } from '../text/json-object.ts';
import { count, percent, severity, text, texts, verdict } from './document.ts';
import type { ReportAgent, ReportFinding } from './report-document.ts';

const mergedFrom = z
  .array(z.looseObject({ id: text.nullable(), line: z.int().min(1), end_line: z.int().min(1) }))
  .optional()
  .describe('The findings of one CWE in one file that this entry stands for, each with its own lines.');

const fullFinding = z.looseObject({
  severity,
  category: text,
  file: text.min(1),
  line: z.int().min(1),
  evidence: text,
  issue: text.min(1),
  recommendation: text,
  cwe: text.nullable(),
  references: texts,
  merged_from: mergedFrom,
});

const conciseFinding = z.looseObject({
  severity,
  category: text,
  location: text.regex(/.:\d+(?:-\d+)?$/u),
  issue: text.min(1),
  recommendation: text,
  merged_from: mergedFrom,
});

const compression = z
  .looseObject({
    estimated_tokens: count.describe('What the findings would need.'),
    remaining_tokens: count.describe('What was left of the budget of the agent.'),
    findings: count.describe('Findings before merging; the report has all of them, whole.'),
    merged: count.describe('Findings that went into the entry of another.'),
  })
  .optional()
  .describe('Of an output that was shortened: one line of evidence, one entry per CWE and file, flows by their ends.');

const base = z.looseObject({
  agent: text.min(1),
  partial: z.literal(false),
  cutoff_reason: z.null(),
  files_reviewed: count,
  files_skipped: count,
  findings: z.array(fullFinding),
  verdict,
  veto_reasons: texts,
  compression,
});

const skipped = z.looseObject({ medium_count: count, low_count: count });

const fullOutput = base.extend({ mode: z.never().optional() }).describe('Below 80 % of the budget.');

const highSeverityOutput = base
  .extend({
    mode: z.literal('high_severity_only'),
    budget_used_percent: percent,
    budget_remaining_percent: percent,
    findings: z.array(conciseFinding),
    skipped,
  })
  .describe('Between 80 % and 95 % of the budget.');

const partialOutput = base
  .extend({
    partial: z.literal(true),
    cutoff_reason: z.enum(CUTOFF_REASONS),
    budget_used_percent: percent,
    budget_remaining_percent: percent,
    skipped_files: texts,
    recommendation: text.nullable(),
  })
  .describe('The budget, or something else, ended the review.');

const reviewerOutput = z.union([fullOutput, highSeverityOutput, partialOutput]);

/** `-f agent-json`: one output for each agent. */
export const reviewerOutputsSchema = z.array(reviewerOutput).describe('One output for each agent of a run.');

/** What a finding says; who else reported it and what became of it is no part of one agent's output. */
export type OutputFinding = Omit<
  ReportFinding,
  'id' | 'fingerprint' | 'status' | 'originally_truncated' | 'introduced' | 'agreement' | 'reported_by'
> & { readonly id: string | null };

/** What one reviewer did, in the host's figures. */
export type OutputFacts = Omit<
  ReportAgent,
  'round' | 'wave' | 'status' | 'recommendation' | 'model' | 'files_recalled'
>;

/** The wire object; its keys are in the order of the seed's samples. */
export function formatReviewerOutput(facts: OutputFacts, findings: readonly OutputFinding[]): JsonObject {
  const { agent, partial, files_reviewed, files_skipped, skipped_files, skipped: left, verdict, veto_reasons } = facts;
  const isHigh = !partial && facts.mode === 'high_severity_only';
  const { budget_used_percent, budget_remaining_percent } = facts;
  const isThinned = left.medium_count + left.low_count > 0;
  const { entries, compression } = fitFindings(facts, findings);
  return {
    agent,
    partial,
    cutoff_reason: partial ? (facts.cutoff_reason ?? 'error') : null,
    ...(isHigh ? { mode: facts.mode } : {}),
    ...(isHigh || partial ? { budget_used_percent, budget_remaining_percent } : {}),
    files_reviewed,
    files_skipped,
    ...(partial ? { skipped_files } : {}),
    findings: entries.map(isHigh ? formatConcise : formatFull),
    ...(isHigh || isThinned ? { skipped: left } : {}),
    verdict,
    veto_reasons,
    ...(partial ? { recommendation: skipped_files.length > 0 ? formatReRun(skipped_files) : null } : {}),
    ...(compression === null ? {} : { compression }),
  };
}

interface FittedFindings {
  readonly entries: readonly CompressedEntry<OutputFinding>[];
  readonly compression: z.infer<typeof compression> | null;
}

/** Estimated before anything is written (TRUNC-01, TRUNC-02, TRUNC-06). An output that was handed in has no budget to keep. */
function fitFindings(
  { budget_tokens, used_tokens }: Pick<OutputFacts, 'budget_tokens' | 'used_tokens'>,
  findings: readonly OutputFinding[],
): FittedFindings {
  const plan = planFinalAnswer(findings.length, budget_tokens, used_tokens);
  if (budget_tokens === 0 || findings.length === 0 || plan.kind === 'as-is')
    return { entries: findings.map((finding) => ({ finding, mergedFrom: [] })), compression: null };
  const entries = compressFindings(findings);
  return {
    entries,
    compression: {
      estimated_tokens: plan.estimatedTokens,
      remaining_tokens: plan.remainingTokens,
      findings: findings.length,
      merged: findings.length - entries.length,
    },
  };
}

const listMerged = ({ mergedFrom }: CompressedEntry<OutputFinding>): JsonObject =>
  mergedFrom.length === 0 ? {} : { merged_from: mergedFrom };

function formatFull(entry: CompressedEntry<OutputFinding>): JsonObject {
  const { finding } = entry;
  const { severity, category, file, line, evidence, issue, recommendation, cwe } = finding;
  const optional = {
    id: finding.id,
    title: finding.title === issue ? null : finding.title,
    end_line: finding.end_line === line ? null : finding.end_line,
    dimension: finding.dimension,
    source: finding.source,
    sink: finding.sink,
    flow: finding.flow,
    impact: finding.impact,
  };
  const fields: JsonObject = {
    severity,
    category,
    file,
    line,
    evidence: evidence ?? `${file}:${line}`,
    issue,
    recommendation: recommendation ?? '',
    cwe,
    references: finding.references,
    related: finding.related,
    confidence: finding.confidence,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    ...listMerged(entry),
  };
  const extra = Object.entries(finding.extra).filter(([key]) => !(key in fields));
  return { ...fields, ...Object.fromEntries(extra) };
}

/** Place instead of snippet, advice without its example, no cross-references (MODE-09, MODE-10). */
function formatConcise(entry: CompressedEntry<OutputFinding>): JsonObject {
  const { severity, category, file, line, end_line, issue, recommendation } = shapeFinding(
    entry.finding,
    'high_severity_only',
  );
  const lines = entry.mergedFrom.length === 0 ? line : formatLines(line, end_line);
  return {
    severity,
    category,
    location: `${file}:${lines}`,
    issue,
    recommendation: recommendation ?? '',
    ...listMerged(entry),
  };
}
