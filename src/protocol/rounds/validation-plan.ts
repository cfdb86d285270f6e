/**
 * Plans Phase 4 of an audit: which validator checks which findings by which steps, each finding exactly once (FACT-08, AUD-23,
 * AUD-32, CONVERGE-03); turns a verdict, or none, into severity and status. Called by engine/audit/validation-phase.ts,
 * engine/audit/validation-queue.ts and engine/audit/rate-findings.ts.
 */

import type { FindingStatus } from '../findings/finding.ts';
import { isGrave, SEVERITIES, type Severity } from '../findings/severity.ts';
import type { ValidationVerdict } from '../output/result-blocks.ts';
import { sampleItems } from './sampling.ts';

export interface ValidationCandidate {
  readonly id: string;
  /** The agent that reported it, who may not validate it. */
  readonly agent: string;
  readonly severity: Severity;
  readonly selfCheck: 'pass' | 'partial' | 'skip';
}

export type ValidationTrack = '4a' | '4c';

export interface ValidationBatch {
  readonly track: ValidationTrack;
  readonly purpose: 'semgrep' | 'findings' | 'spot-check';
  /** Inline: one model call of the orchestrator under the validator contract (AUD-32). */
  readonly by: 'inline' | 'agent';
  readonly steps: readonly (1 | 2 | 3 | 4)[];
  readonly ids: readonly string[];
}

export interface ValidationPlan {
  readonly batches: readonly ValidationBatch[];
  /** Accepted on the agent's own word: Medium and Low that passed, and passes outside the spot check. */
  readonly accepted: readonly string[];
}

export const VALIDATOR_TURNS = 15;
const ALL_STEPS = [1, 2, 3, 4] as const;
const SHORT_STEPS = [1, 2, 3] as const;
const INLINE_FINDINGS = 5;
const MEDIUM_INLINE = 10;

export const validatorCallLimit = (findings: number): number => Math.min(60, 20 + 8 * Math.max(0, findings));

/** 2→2, 3→3, 10→3, 20→6. */
export const spotCheckSize = (passed: number): number => Math.max(Math.ceil((3 * passed) / 10), Math.min(3, passed));

const hasPassed = ({ selfCheck }: ValidationCandidate): boolean => selfCheck === 'pass';
const idsOf = (findings: readonly { readonly id: string }[]): readonly string[] => findings.map(({ id }) => id);

export interface SemgrepHits {
  readonly status: 'completed' | 'partial';
  readonly ids: readonly string[];
}

/** `seed` decides which passes are spot-checked. */
export function planValidation(
  findings: readonly ValidationCandidate[],
  semgrep: SemgrepHits,
  seed: string,
): ValidationPlan {
  const semgrepBatches = planSemgrep(semgrep);
  if (findings.length <= INLINE_FINDINGS) return { batches: [...semgrepBatches, ...planFew(findings)], accepted: [] };

  const open = findings.filter((finding) => isGrave(finding) && !hasPassed(finding));
  const passes = findings.filter((finding) => isGrave(finding) && hasPassed(finding));
  const minor = findings.filter((finding) => !isGrave(finding) && !hasPassed(finding));
  const checked = sampleItems(passes, spotCheckSize(passes.length), ({ id }) => id, seed);
  const unchecked = new Set([...idsOf(passes)]);
  for (const { id } of checked) unchecked.delete(id);
  return {
    batches: [
      ...semgrepBatches,
      ...splitBatch('4c', 'findings', idsOf(open), validatorCount(open.length)),
      ...minorBatch(minor),
      ...(checked.length > 0 ? [batch('4c', 'spot-check', 'inline', idsOf(checked))] : []),
    ],
    accepted: findings
      .filter((finding) => unchecked.has(finding.id) || (!isGrave(finding) && hasPassed(finding)))
      .map(({ id }) => id),
  };
}

function planSemgrep({ status, ids }: SemgrepHits): readonly ValidationBatch[] {
  if (ids.length === 0) return [];
  if (status === 'partial' || ids.length <= 15) return [batch('4a', 'semgrep', 'inline', ids)];
  return splitBatch('4a', 'semgrep', ids, ids.length <= 30 ? 1 : 2);
}

function planFew(findings: readonly ValidationCandidate[]): readonly ValidationBatch[] {
  const critical = findings.filter(({ severity }) => severity === 'CRITICAL');
  const rest = findings.filter(({ severity }) => severity !== 'CRITICAL');
  return [
    ...(critical.length > 0 ? [batch('4c', 'findings', 'agent', idsOf(critical))] : []),
    ...(rest.length > 0 ? [batch('4c', 'findings', 'inline', idsOf(rest))] : []),
  ];
}

const minorBatch = (minor: readonly ValidationCandidate[]): readonly ValidationBatch[] =>
  minor.length === 0
    ? []
    : [
        {
          ...batch('4c', 'findings', minor.length > MEDIUM_INLINE ? 'agent' : 'inline', idsOf(minor)),
          steps: SHORT_STEPS,
        },
      ];

/** Agents for Critical and High findings that did not pass their own check. */
export function validatorCount(open: number): number {
  if (open <= 0) return 0;
  if (open <= 5) return 1;
  return open <= 12 ? 2 : 3;
}

const batch = (
  track: ValidationTrack,
  purpose: ValidationBatch['purpose'],
  by: ValidationBatch['by'],
  ids: readonly string[],
): ValidationBatch => ({ track, purpose, by, steps: ALL_STEPS, ids });

function splitBatch(
  track: ValidationTrack,
  purpose: ValidationBatch['purpose'],
  ids: readonly string[],
  agents: number,
): readonly ValidationBatch[] {
  const size = Math.ceil(ids.length / Math.max(1, agents));
  return Array.from({ length: agents }, (_, i) => ids.slice(i * size, (i + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => batch(track, purpose, 'agent', part));
}

/** Nobody validates own findings. */
export const mayValidate = (validator: string, finding: Pick<ValidationCandidate, 'agent'>): boolean =>
  validator !== finding.agent;

/** A validator that failed leaves its batch to the orchestrator. */
export const takeOverBatch = (failed: ValidationBatch): ValidationBatch => ({ ...failed, by: 'inline' });

/** One wrong pass in the spot check reopens every pass of the agent that claimed it. */
export function reopenPasses(findings: readonly ValidationCandidate[], wrong: readonly string[]): readonly string[] {
  const wrongIds = new Set(wrong);
  const agents = new Set(findings.filter(({ id }) => wrongIds.has(id)).map(({ agent }) => agent));
  return findings
    .filter(
      (finding) => isGrave(finding) && hasPassed(finding) && agents.has(finding.agent) && !wrongIds.has(finding.id),
    )
    .map(({ id }) => id);
}

export interface ValidatedRating {
  readonly severity: Severity;
  readonly status: FindingStatus;
}

/** Validators judge, the host rates: a downgrade is one level; an unvalidated Critical or High is Medium and manual. */
export function applyVerdict(severity: Severity, verdict: ValidationVerdict | null): ValidatedRating {
  switch (verdict) {
    case 'confirmed':
      return { severity, status: 'confirmed' };
    case 'downgraded':
      return { severity: SEVERITIES[SEVERITIES.indexOf(severity) + 1] ?? 'LOW', status: 'confirmed' };
    case 'rejected':
      return { severity, status: 'rejected' };
    case null:
      return isGrave({ severity })
        ? { severity: 'MEDIUM', status: 'needs_manual' }
        : { severity, status: 'unverified' };
  }
}
