/**
 * The reviewer JSON on the wire: the strict schema of what we emit, its writer, and a lenient loader that fills gaps from
 * the host's own ledger and says so (OUTPUT-01..10, REV-07, REV-08, REV-11, REV-16).
 */
import { z } from 'zod';
import { remainingPercent, shapeFinding, usedPercent } from '../budget/mode.ts';
import { formatReRun } from '../coverage/follow-up.ts';
import type { ClaimedFinding } from '../findings/finding.ts';
import { formatLines } from '../findings/location.ts';
import { reachesSeverity, SEVERITIES } from '../findings/severity.ts';
import type { CutoffReason, Mode, Verdict } from '../report/report-document.ts';
import {
  BASE_FIELDS,
  CUTOFF_REASONS,
  isRecord,
  type JsonRecord,
  readClaims,
  readFinding,
  readText,
} from './reviewer-claims.ts';

/** A finding with a place; findings the host has accepted and those of analyzers are such. */
export interface PlacedFinding extends Omit<ClaimedFinding, 'file' | 'line' | 'rule'> {
  readonly file: string;
  readonly line: number;
}

/** What one reviewer brought in one wave, in the host's figures. */
export interface ReviewerOutput {
  readonly agent: string;
  readonly partial: boolean;
  readonly cutoffReason: CutoffReason | null;
  readonly mode: Mode;
  readonly usedTokens: number;
  readonly budgetTokens: number;
  readonly filesReviewed: number;
  readonly skippedFiles: readonly string[];
  /** MEDIUM and LOW findings left out after the switch to high-severity mode. */
  readonly skippedMedium: number;
  readonly skippedLow: number;
  readonly findings: readonly PlacedFinding[];
  readonly verdict: Verdict;
  readonly vetoReasons: readonly string[];
}

const severity = z.enum(SEVERITIES);
const count = z.int().min(0);
const percent = z.int().min(0).max(100);

const fullFinding = z.looseObject({
  severity,
  category: z.string(),
  file: z.string().min(1),
  line: z.int().min(1),
  evidence: z.string(),
  issue: z.string().min(1),
  recommendation: z.string(),
  cwe: z.string().nullable(),
  references: z.array(z.string()),
});

const conciseFinding = z.looseObject({
  severity,
  category: z.string(),
  location: z.string().regex(/.:\d+$/u),
  issue: z.string().min(1),
  recommendation: z.string(),
});

const base = z.looseObject({
  agent: z.string().min(1),
  partial: z.boolean(),
  cutoff_reason: z.enum(CUTOFF_REASONS).nullable(),
  files_reviewed: count,
  files_skipped: count,
  findings: z.array(z.union([fullFinding, conciseFinding])),
  verdict: z.enum(['VETO', 'WARN', 'OK']),
  veto_reasons: z.array(z.string()),
});

const highSeverity = base.extend({
  partial: z.literal(false),
  mode: z.literal('high_severity_only'),
  budget_remaining_percent: percent,
  findings: z.array(conciseFinding),
  skipped: z.looseObject({ medium_count: count, low_count: count }),
});

const partial = base
  .extend({
    partial: z.literal(true),
    cutoff_reason: z.enum(CUTOFF_REASONS),
    budget_used_percent: percent,
    skipped_files: z.array(z.string()),
    recommendation: z.string().nullable(),
  })
  .refine((said) => said.files_skipped === said.skipped_files.length, {
    path: ['files_skipped'],
    message: 'is not the length of skipped_files',
  });

const full = base.extend({ partial: z.literal(false), cutoff_reason: z.null() });

export type ReviewerOutputReading =
  | { readonly kind: 'valid'; readonly output: z.infer<typeof base> }
  | { readonly kind: 'invalid'; readonly errors: readonly string[] };

/** Strict: what we emit and nothing looser. Never throws. */
export function parseReviewerOutput(value: unknown): ReviewerOutputReading {
  const said = isRecord(value) ? value : {};
  const schema = said.partial === true ? partial : said.mode === 'high_severity_only' ? highSeverity : full;
  const reading = schema.safeParse(value);
  if (reading.success) return { kind: 'valid', output: reading.data };
  return {
    kind: 'invalid',
    errors: reading.error.issues.map(({ path, message }) => `${path.join('.') || 'output'}: ${message}`),
  };
}

/** The wire object; its keys are in the order of the samples. */
export function formatReviewerOutput(output: ReviewerOutput): JsonRecord {
  const isHigh = !output.partial && output.mode === 'high_severity_only';
  const percents = {
    budget_used_percent: usedPercent(output.usedTokens, output.budgetTokens),
    budget_remaining_percent: remainingPercent(output.usedTokens, output.budgetTokens),
  };
  const skipped = { medium_count: output.skippedMedium, low_count: output.skippedLow };
  const isThinned = output.skippedMedium + output.skippedLow > 0;
  return {
    agent: output.agent,
    partial: output.partial,
    cutoff_reason: output.partial ? output.cutoffReason : null,
    ...(isHigh ? { mode: output.mode } : {}),
    ...(isHigh || output.partial ? percents : {}),
    files_reviewed: output.filesReviewed,
    files_skipped: output.skippedFiles.length,
    ...(output.partial ? { skipped_files: output.skippedFiles } : {}),
    findings: output.findings.map((finding) => (isHigh ? formatConcise(finding) : formatFull(finding))),
    ...(isHigh || (output.partial && isThinned) ? { skipped } : {}),
    verdict: output.verdict,
    veto_reasons: output.vetoReasons,
    ...(output.partial
      ? { recommendation: output.skippedFiles.length > 0 ? formatReRun(output.skippedFiles) : null }
      : {}),
  };
}

const NO_CATEGORY = 'general';

function formatFull(finding: PlacedFinding): JsonRecord {
  const { severity, category, file, line, endLine, evidence, issue, recommendation, cwe } = finding;
  const optional = {
    id: finding.id,
    title: finding.title === issue ? null : finding.title,
    end_line: endLine === line ? null : endLine,
    dimension: finding.dimension,
    source: finding.source,
    sink: finding.sink,
    flow: finding.flow,
    impact: finding.impact,
  };
  const fields: JsonRecord = {
    severity,
    category: category ?? NO_CATEGORY,
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
  };
  const extra = Object.entries(finding.extra).filter(([key]) => !(key in fields));
  return { ...fields, ...Object.fromEntries(extra) };
}

/** Place instead of snippet, advice without its example, no cross-references (MODE-09, MODE-10). */
function formatConcise(finding: PlacedFinding): JsonRecord {
  const { severity, category, file, line, issue, recommendation } = shapeFinding(finding, 'high_severity_only');
  return {
    severity,
    category: category ?? NO_CATEGORY,
    location: `${file}:${formatLines(line, null)}`,
    issue,
    recommendation: recommendation ?? '',
  };
}

/** The verdict of an agent that gave none (HOST-06, REV-07). */
export function deriveVerdict(
  findings: readonly Pick<ClaimedFinding, 'severity'>[],
  vetoReasons: readonly string[],
): Verdict {
  if (vetoReasons.length > 0) return 'VETO';
  return findings.some((finding) => reachesSeverity(finding.severity, 'MEDIUM')) ? 'WARN' : 'OK';
}

/** The host's own figures for what an agent left out. */
export interface ReviewerLedger {
  readonly agent: string;
  readonly partial: boolean;
  readonly cutoffReason: CutoffReason | null;
  readonly filesReviewed: number;
  readonly skippedFiles: readonly string[];
  readonly mode: Mode;
  readonly usedTokens: number;
  readonly budgetTokens: number;
}

export interface LoadedReviewerOutput extends Omit<ReviewerOutput, 'findings'> {
  readonly findings: readonly ClaimedFinding[];
  /** What the ledger had to fill, and what could not be read. */
  readonly warnings: readonly string[];
}

/** Lenient: takes what is there and fills the rest from the ledger. Null where it is no object at all. */
export function loadReviewerOutput(value: unknown, ledger: ReviewerLedger): LoadedReviewerOutput | null {
  if (!isRecord(value)) return null;
  const claims = readClaims(value);
  const readings = (Array.isArray(value.findings) ? value.findings : []).map(readFinding);
  const findings = readings.flatMap((reading) => (reading.kind === 'finding' ? [reading.finding] : []));
  const isPartial = claims.partial ?? ledger.partial;
  const skippedFiles = Array.isArray(value.skipped_files) ? claims.skippedFiles : isPartial ? ledger.skippedFiles : [];
  return {
    agent: readText(value.agent) ?? ledger.agent,
    partial: isPartial,
    cutoffReason: isPartial ? (claims.cutoffReason ?? ledger.cutoffReason) : null,
    mode: claims.mode ?? ledger.mode,
    usedTokens: ledger.usedTokens,
    budgetTokens: ledger.budgetTokens,
    filesReviewed: claims.filesReviewed ?? ledger.filesReviewed,
    skippedFiles,
    skippedMedium: claims.skippedMedium ?? 0,
    skippedLow: claims.skippedLow ?? 0,
    findings,
    verdict: claims.verdict ?? deriveVerdict(findings, claims.vetoReasons),
    vetoReasons: claims.vetoReasons,
    warnings: listGaps(value, readings.length - findings.length),
  };
}

function listGaps(said: JsonRecord, unusable: number): readonly string[] {
  const missing = BASE_FIELDS.filter((field) => !(field in said)).map(
    (field) => `\`${field}\` is missing and was filled`,
  );
  return [
    ...missing,
    ...(said.partial === true && !Array.isArray(said.skipped_files)
      ? ['`skipped_files` is missing and was filled']
      : []),
    ...(unusable > 0 ? [`${unusable} entries of \`findings\` could not be read`] : []),
    ...('verdict' in said && readClaims(said).verdict === null ? ['`verdict` is not known and was derived'] : []),
  ];
}
