/**
 * Defines the types of a finding on its way: claimed by an agent or analyzer, checked by the program, merged from several. The
 * report's form is in protocol/report/report-document.ts. `claimFinding` fills absent fields. Used by analyzers/, engine/ and
 * reviewers/.
 */
import type { Convention } from './convention.ts';
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
  /** The line of the project's notes that it rests on, where the host has found it there. */
  readonly convention?: Convention;
}

/** What somebody who did not make a claim of a model has found out about it. */
export interface ClaimCheck {
  readonly outcome: 'confirmed' | 'refuted' | 'undecided';
  /** The model that looked. */
  readonly by: string;
  /** Whether it is another model than those that claim it. */
  readonly isOther: boolean;
  readonly reason: string;
}

/** A claim the host has checked: where it stands, whether the code bears it out, and who made it. */
export interface Finding extends ClaimedFinding {
  /** Within the run: `security-reviewer/1/0` in a review; `F001`, of scanners `B001` and `SG-001`, in an audit. */
  readonly id: string;
  readonly agent: string;
  readonly round: number;
  /** Who said it; null where no model did. */
  readonly model: string | null;
  /** What one agent run says twice is two problems; what another says may be the same one again. */
  readonly agentRun: string;
  /** Whose opinion it is: the agent's, with a model the agent's on that model (FACT-14). */
  readonly voice: string;
  /** Of its voice, by how much of its scope the agent has seen; 1 until that is known (REV-14). */
  readonly weight: number;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** Whether the claim named its file and line; else they stand for the nearest place there is. */
  readonly isPlaced: boolean;
  readonly status: FindingStatus;
  /** Why it is not `confirmed`; null where it is. */
  readonly doubt: string | null;
  /** False where a change scope did not touch its lines. */
  readonly introduced: boolean;
  /** Whether it was recorded in full analysis or later, in fewer words. */
  readonly depth: 'full' | 'reduced';
  /** The quoted code, kept for the finding's identity where `evidence` was shortened to its place. */
  readonly quote: string | null;
  /** Said in an earlier run. */
  readonly isCached: boolean;
  /** Why this finding alone blocks (HOST-06), or null. */
  readonly vetoReason: string | null;
  /** What a second look made of it; absent where there was none. */
  readonly check?: ClaimCheck;
}

/** Who reported a finding. */
export type Attribution = Pick<Finding, 'agent' | 'round' | 'rule' | 'model'>;

/** What is left where several are one: the words of the one that tells it best, the severity and the lines of all. */
export type Merged<T> = T & {
  readonly lead: T;
  readonly members: readonly T[];
};

/** Findings that mean the same, as one. Its id is that of a member, in the report the final `C-01`, `H-01`, `M-01`, `L-01`. */
export interface MergedFinding extends Merged<Finding> {
  /** Identity in the next run; empty until all findings of this one are known. */
  readonly fingerprint: string;
  readonly agreement: { readonly k: number; readonly n: number };
  readonly reportedBy: readonly Attribution[];
  /** A veto reason of a report that does not stand: it warns (REV-26). */
  readonly unverifiedVeto: string | null;
  /** What the host says of it, beside what its finder said in `extra`. */
  readonly remarks: Readonly<Record<string, unknown>>;
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
