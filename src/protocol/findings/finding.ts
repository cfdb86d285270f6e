/**
 * The nouns every part of the product shares: what an agent claims (ClaimedFinding) and what the host keeps (Finding).
 * A finding is never deleted: it is merged, rejected, suppressed or marked, with the reason.
 */
import type { Dimension } from './dimension.ts';
import type { Severity } from './severity.ts';

export type FindingStatus = 'confirmed' | 'unverified' | 'needs_manual' | 'rejected' | 'suppressed';

/** 1-based, inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** What one agent or analyzer says, before the host has checked anything. */
export interface ClaimedFinding {
  /** The agent's own number, `F001` or null. */
  readonly id: string | null;
  readonly severity: Severity;
  readonly category: string | null;
  readonly dimension: Dimension | null;
  readonly cwe: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly title: string;
  readonly issue: string;
  readonly evidence: string | null;
  readonly recommendation: string | null;
  readonly references: readonly string[];
  readonly related: readonly string[];
  readonly source: string | null;
  readonly sink: string | null;
  readonly flow: string | null;
  readonly impact: string | null;
  /** 0..1; words high, medium, low are .9, .6, .3. */
  readonly confidence: number;
  /** True where the block was cut but source and sink could be read (TRUNC-15). */
  readonly originallyTruncated: boolean;
  /** Rule of the analyzer that made it. */
  readonly rule: string | null;
  /** Fields beyond the common ones (FACT-12): dependency, cve, effort, user_impact … */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Who reported a finding. */
export interface Attribution {
  readonly agent: string;
  readonly round: number;
  readonly rule: string | null;
  readonly model: string | null;
}

/** A finding the host has accepted, located and attributed. */
export interface Finding extends Omit<ClaimedFinding, 'id' | 'file' | 'line' | 'endLine' | 'category' | 'rule'> {
  /** Final id `C-01`, `H-01`, `M-01`, `L-01`; before numbering an internal one. */
  readonly id: string;
  readonly fingerprint: string;
  readonly category: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly status: FindingStatus;
  /** False where a change scope did not touch its lines. */
  readonly introduced: boolean;
  readonly agreement: { readonly k: number; readonly n: number };
  readonly reportedBy: readonly Attribution[];
  /** Why this finding alone blocks (HOST-06), or null. */
  readonly vetoReason: string | null;
}

export const CONFIDENCE = { high: 0.9, medium: 0.6, low: 0.3 } as const;

const EMPTY_CLAIM: Omit<ClaimedFinding, 'severity' | 'title' | 'issue'> = {
  id: null,
  category: null,
  dimension: null,
  cwe: null,
  file: null,
  line: null,
  endLine: null,
  evidence: null,
  recommendation: null,
  references: [],
  related: [],
  source: null,
  sink: null,
  flow: null,
  impact: null,
  confidence: CONFIDENCE.medium,
  originallyTruncated: false,
  rule: null,
  extra: {},
};

/** Fills the fields an agent or analyzer left out; the three that make a finding are required. */
export const claimFinding = (
  said: Partial<ClaimedFinding> & Pick<ClaimedFinding, 'severity' | 'title' | 'issue'>,
): ClaimedFinding => ({ ...EMPTY_CLAIM, ...said });
