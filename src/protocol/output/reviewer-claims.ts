/**
 * Reads single findings and the fields around them from parsed reviewer JSON, in any spelling it knows (REV-07, REV-11,
 * OUTPUT-06..09); says why an entry cannot be used and makes up no value. Called by reviewer-results.ts; single readers also by
 * agent-result.ts and by the tools with which models report findings (reviewers/model/).
 */

import { MODES } from '../budget/mode.ts';
import { type CoverageStatus, type Dimension, isDimension, parseCoverageSymbol } from '../findings/dimension.ts';
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../findings/finding.ts';
import { parseLocation } from '../findings/location.ts';
import { isSeverity, type Severity, type Verdict } from '../findings/severity.ts';
import { isJsonObject, type JsonObject } from '../text/json-object.ts';
import { type AgentClaims, CUTOFF_REASONS, NO_CLAIMS } from './agent-claims.ts';
import { readRequirementAnswers } from './requirement-answers.ts';

const VERDICTS: Readonly<Record<string, Verdict>> = {
  VETO: 'VETO',
  WARN: 'WARN',
  OK: 'OK',
  REQUEST_CHANGES: 'WARN',
  APPROVE: 'OK',
};

export type FindingReading =
  | { readonly kind: 'finding'; readonly finding: ClaimedFinding }
  | { readonly kind: 'unusable'; readonly id: string | null; readonly file: string | null; readonly reason: string };

export const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** False for placeholders such as `…`. */
export const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export const readTexts = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};

export function readCount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/u.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export function readSeverity(value: unknown): Severity | null {
  const word = typeof value === 'string' ? value.trim().toUpperCase() : null;
  return isSeverity(word) ? word : null;
}

export function readCwe(value: unknown): string | null {
  const number =
    typeof value === 'number' ? String(value) : /^\s*(?:CWE[-_ ]?)?(\d{1,5})\b/iu.exec(readText(value) ?? '')?.[1];
  return number === undefined ? null : `CWE-${Number(number)}`;
}

export function readConfidence(value: unknown): number | null {
  if (typeof value === 'number') return value >= 0 && value <= 1 ? value : null;
  const word = /^(high|medium|low)(?![\w|])/u.exec(readText(value)?.trim().toLowerCase() ?? '')?.[1];
  if (word === undefined) return /^(?:0?\.\d+|[01](?:\.0+)?)$/u.test(String(value)) ? Number(value) : null;
  return CONFIDENCE[word as keyof typeof CONFIDENCE];
}

export function readDimension(value: unknown): Dimension | null {
  const id = /^\s*(D\d{1,2})(?!\w)/iu.exec(readText(value) ?? '')?.[1]?.toUpperCase();
  return isDimension(id) ? id : null;
}

type Place = Pick<ClaimedFinding, 'file' | 'line' | 'endLine'>;

/** `file` and `line`, or `location`; a place inside `file` counts where `line` is absent (REV-07). */
function readPlace(said: JsonObject): Place {
  const whole = parseLocation(readText(said.file) ?? readText(said.location) ?? readText(said.path) ?? '');
  if (whole === null) return { file: null, line: null, endLine: null };
  const line = readLine(said.line) ?? readLine(said.start_line);
  // A name that really ends in `:12` keeps its end where the line is given apart.
  const file = line !== null && readText(said.file) !== null ? (readText(said.file) ?? '').trim() : whole.file;
  if (line === null) return whole;
  const end = readLine(said.end_line) ?? readLine(said.endLine) ?? rangeEnd(said.line) ?? line;
  return { file, line: Math.min(line, end), endLine: Math.max(line, end) };
}

function readLine(value: unknown): number | null {
  const number = typeof value === 'string' ? /^\s*L?(\d{1,9})\s*(?:[-–]\s*L?\d{1,9}\s*)?$/u.exec(value)?.[1] : value;
  const count = readCount(number);
  return count === null || count === 0 ? null : count;
}

const rangeEnd = (value: unknown): number | null =>
  typeof value === 'string' ? readLine(/[-–]\s*L?(\d{1,9})\s*$/u.exec(value)?.[1]) : null;

const COMMON_FIELDS = new Set(
  (
    'id severity category dimension dim cwe file path line start_line end_line endLine location title issue description ' +
    'message evidence recommendation references related source sink flow impact confidence rule originally_truncated __proto__'
  ).split(' '),
);

/** One element of `findings`. It needs a severity and words; a place it may lack, and the host decides about that. */
export function readFinding(value: unknown): FindingReading {
  if (!isJsonObject(value)) return { kind: 'unusable', id: null, file: null, reason: 'not an object' };
  const id = readText(value.id);
  const place = readPlace(value);
  const severity = readSeverity(value.severity);
  const issue =
    readText(value.issue) ?? readText(value.description) ?? readText(value.message) ?? readText(value.title);
  if (severity === null || issue === null || !hasText(issue)) {
    const reason = severity === null ? 'severity is missing or unknown' : 'it does not say what the issue is';
    return { kind: 'unusable', id, file: place.file, reason };
  }
  const finding = claimFinding({
    ...place,
    ...readDetails(value),
    id,
    severity,
    issue,
    title: readText(value.title) ?? issue,
    dimension: readDimension(value.dimension) ?? readDimension(value.dim),
    cwe: readCwe(value.cwe),
    references: readTexts(value.references),
    related: readTexts(value.related),
    confidence: readConfidence(value.confidence) ?? CONFIDENCE.medium,
    extra: readExtra(value),
  });
  return { kind: 'finding', finding };
}

function readExtra(said: JsonObject): JsonObject {
  const extra: Record<string, unknown> = {};
  for (const key of Object.keys(said)) {
    if (!COMMON_FIELDS.has(key)) extra[key] = said[key];
  }
  return extra;
}

const readDetails = (said: JsonObject) => ({
  category: readText(said.category),
  evidence: readText(said.evidence),
  recommendation: readText(said.recommendation),
  source: readText(said.source),
  sink: readText(said.sink),
  flow: readText(said.flow),
  impact: readText(said.impact),
  rule: readText(said.rule),
});

/** Verdict in either vocabulary; an exercised veto outranks the word (REV-11). */
export function readVerdict(said: JsonObject): Verdict | null {
  if (said.veto_exercised === true) return 'VETO';
  const word = readText(said.verdict)?.trim().toUpperCase().replaceAll(' ', '_');
  return word === undefined ? null : (VERDICTS[word] ?? null);
}

/** The fields around `findings`. */
export function readClaims(said: JsonObject): AgentClaims {
  const skipped = isJsonObject(said.skipped) ? said.skipped : {};
  return {
    ...NO_CLAIMS,
    verdict: readVerdict(said),
    vetoReasons: readTexts(said.veto_reasons),
    partial: typeof said.partial === 'boolean' ? said.partial : null,
    cutoffReason: CUTOFF_REASONS.find((reason) => reason === said.cutoff_reason) ?? null,
    mode: MODES.find((mode) => mode === said.mode) ?? null,
    filesReviewed: readCount(said.files_reviewed),
    filesSkipped: readCount(said.files_skipped),
    skippedFiles: readTexts(said.skipped_files),
    skippedMedium: readCount(skipped.medium_count),
    skippedLow: readCount(skipped.low_count),
    budgetUsedPercent: readCount(said.budget_used_percent),
    budgetRemainingPercent: readCount(said.budget_remaining_percent),
    recommendation: readText(said.recommendation),
    confirmed: readTexts(said.confirmed),
    refuted: readTexts(said.refuted),
    requirements: readRequirementAnswers(said.requirements),
    ...readAuditClaims(said),
  };
}

const readAuditClaims = (said: JsonObject) => ({
  round: readCount(said.round),
  dimensions: readTexts(said.dimensions)
    .map(readDimension)
    .filter((dimension) => dimension !== null),
  coverage: readCoverage(said.coverage),
  modulesLoaded: readTexts(said.modules_loaded),
  filesReadCount: readCount(said.files_read_count),
  gaps: readTexts(said.gaps)
    .map(readDimension)
    .filter((dimension) => dimension !== null),
});

function readCoverage(value: unknown): Partial<Record<Dimension, CoverageStatus>> {
  const coverage: Partial<Record<Dimension, CoverageStatus>> = {};
  for (const [key, symbol] of Object.entries(isJsonObject(value) ? value : {})) {
    const status = typeof symbol === 'string' ? parseCoverageSymbol(symbol) : null;
    if (isDimension(key) && status !== null) coverage[key] = status;
  }
  return coverage;
}

/** The seven fields every reviewer output has (OUTPUT-01). */
export const BASE_FIELDS = [
  'agent',
  'partial',
  'cutoff_reason',
  'files_reviewed',
  'files_skipped',
  'findings',
  'verdict',
] as const;

/** Fields around `findings` whose value is a list or an object. */
export const LIST_CLAIM_FIELDS: ReadonlySet<string> = new Set([
  'veto_reasons',
  'skipped_files',
  'skipped',
  'dimensions',
  'coverage',
  'modules_loaded',
  'gaps',
  'confirmed',
  'refuted',
  'requirements',
]);

/** All fields around `findings` that are read; the rest is passed over. */
export const CLAIM_FIELDS: ReadonlySet<string> = new Set([
  ...BASE_FIELDS.filter((field) => field !== 'findings'),
  ...LIST_CLAIM_FIELDS,
  'veto_exercised',
  'mode',
  'budget_used_percent',
  'budget_remaining_percent',
  'recommendation',
  'round',
  'files_read_count',
]);
