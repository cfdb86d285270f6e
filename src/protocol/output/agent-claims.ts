/**
 * Defines the type of what an agent's output says about its own work beside the findings (files, coverage, verdict …; null where
 * it did not say; OUTPUT-01..09, FACT-05), and of the parts a parser finds. Claims are logged; the program counts for itself
 * (HOST-01). Filled by reviewer-claims.ts and agent-result-header.ts, read by engine/.
 */

import type { Mode } from '../budget/mode.ts';
import type { CoverageStatus, Dimension } from '../findings/dimension.ts';
import type { ClaimedFinding } from '../findings/finding.ts';
import type { Verdict } from '../findings/severity.ts';
import type { RequirementAnswer } from '../reviewers/requirements.ts';

/** Why an agent ended before it was done. */
export const CUTOFF_REASONS = ['budget', 'truncated', 'timeout', 'error', 'aborted'] as const;
export type CutoffReason = (typeof CUTOFF_REASONS)[number];

export interface ClaimedHotspot {
  readonly file: string;
  /** `40-60`, `12`, or null where only the file is named. */
  readonly lines: string | null;
  readonly reason: string;
}

export interface AgentClaims {
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  readonly partial: boolean | null;
  readonly cutoffReason: CutoffReason | null;
  readonly mode: Mode | null;
  readonly filesReviewed: number | null;
  readonly filesSkipped: number | null;
  readonly skippedFiles: readonly string[];
  readonly skippedMedium: number | null;
  readonly skippedLow: number | null;
  readonly budgetUsedPercent: number | null;
  readonly budgetRemainingPercent: number | null;
  readonly recommendation: string | null;
  readonly round: number | null;
  readonly dimensions: readonly Dimension[];
  readonly coverage: Readonly<Partial<Record<Dimension, CoverageStatus>>>;
  readonly modulesLoaded: readonly string[];
  readonly filesReadCount: number | null;
  readonly toolCalls: Readonly<Record<string, number>>;
  readonly hotspots: readonly ClaimedHotspot[];
  readonly gaps: readonly Dimension[];
  /** Endpoints verified and known (FACT-02). */
  readonly endpoints: { readonly verified: number; readonly total: number } | null;
  readonly crudTypes: number | null;
  /** Ids of shared findings it agrees with, and of those it holds for wrong. */
  readonly confirmed: readonly string[];
  readonly refuted: readonly string[];
  /** Of a reviewer of requirements: what it says of each. */
  readonly requirements: readonly RequirementAnswer[];
}

export const NO_CLAIMS: AgentClaims = {
  verdict: null,
  vetoReasons: [],
  partial: null,
  cutoffReason: null,
  mode: null,
  filesReviewed: null,
  filesSkipped: null,
  skippedFiles: [],
  skippedMedium: null,
  skippedLow: null,
  budgetUsedPercent: null,
  budgetRemainingPercent: null,
  recommendation: null,
  round: null,
  dimensions: [],
  coverage: {},
  modulesLoaded: [],
  filesReadCount: null,
  toolCalls: {},
  hotspots: [],
  gaps: [],
  endpoints: null,
  crudTypes: null,
  confirmed: [],
  refuted: [],
  requirements: [],
};

/** A finding that was begun and cannot be used as it stands (TRUNC-16). */
export interface Reaudit {
  /** `F004`; in JSON the number of the element where it has no id of its own. */
  readonly id: string;
  readonly file: string | null;
  readonly reason: string;
}

/** One result found in an agent's text: a marked block, or a JSON document. */
export interface ResultPart {
  readonly format: 'json' | 'text';
  readonly agent: string | null;
  /** `closed` by the rules of its form (HOST-03, REV-23), `cut`, or `broken` where the text went on but not as JSON. */
  readonly ending: 'closed' | 'cut' | 'broken';
  /** Closed, but not what was agreed: header lines or `findings` missing (AUD-18). */
  readonly anomalous: boolean;
  readonly findings: readonly ClaimedFinding[];
  readonly reaudit: readonly Reaudit[];
  /** Findings begun, whole or not: headings of the text form, elements of the JSON form. */
  readonly begun: number;
  readonly claims: AgentClaims;
  readonly warnings: readonly string[];
}

/** Called with a finding as soon as it is whole; `result` is the same object for all findings of one result. */
export type EmitFinding = (finding: ClaimedFinding, result: object) => void;
