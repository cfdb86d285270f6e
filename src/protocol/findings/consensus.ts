/**
 * Decides whether an issue that several reviewers were asked about stands, by the chosen protocol (consensus-protocol.ts), the
 * weight of each reviewer and the least agreement asked for; it marks with a reason and deletes nothing (FACT-14). Also says
 * whose word counts where reviewers contradict each other, and what `ci` shows the others. Called by
 * engine/review/agree-findings.ts and engine/review/share-round.ts.
 */

import { REVIEWERS } from '../reviewers/reviewer.ts';
import { isLanguageReviewer } from '../reviewers/reviewer-roster.ts';
import { countAgreement } from './agreement.ts';
import type { ConsensusProtocol } from './consensus-protocol.ts';
import type { Dimension } from './dimension.ts';
import type { ClaimedFinding } from './finding.ts';
import { reachesSeverity, type Severity } from './severity.ts';

const OWN_FIELD_WEIGHT = 1;
const OTHER_FIELD_WEIGHT = 0.3;
/** Share of the weight of everybody asked that keeps an issue in a vote. */
const VOTE_SHARE = 0.66;

export interface Voter {
  readonly name: string;
  readonly categories: readonly string[];
}

/** One merged issue and who was asked about its file. */
export interface Issue {
  readonly severity: Severity;
  readonly category: string | null;
  readonly vetoReason: string | null;
  readonly cwe?: string | null;
  readonly dimension?: Dimension | null;
  /** Categories of all reports, where they differ. */
  readonly categories?: readonly (string | null)[];
  /** Whether a rule of an analyzer reports it: that is measured, and opinions do not remove it. */
  readonly isMeasured?: boolean;
  /** Voices that report it: agents, or with a panel agents on a model. */
  readonly reportedBy: readonly string[];
  /** The agents behind these voices; the voices themselves where each is an agent. */
  readonly agents?: readonly string[];
  /** Agents that reviewed its file, reporters included. */
  readonly asked: readonly Voter[];
}

export interface IssueDecision {
  readonly kept: boolean;
  readonly reason: string;
}

/** A reviewer counts fully where the category is its own; one without categories has no field to leave. */
export const fieldWeight = ({ categories }: Voter, category: string | null): number =>
  categories.length === 0 || (category !== null && categories.includes(category))
    ? OWN_FIELD_WEIGHT
    : OTHER_FIELD_WEIGHT;

/** Share of the weight of all asked agents that stands behind an issue, 0..1. */
export function agreementShare({ asked, category, reportedBy }: Issue): number {
  const reporters = new Set(reportedBy);
  let all = 0;
  let agreeing = 0;
  for (const voter of asked) {
    const weight = fieldWeight(voter, category);
    all += weight;
    if (reporters.has(voter.name)) agreeing += weight;
  }
  return all === 0 ? 0 : agreeing / all;
}

/**
 * Whether an issue stands; `minAgreement` is capped at the number of those asked. Opinions turn down neither a veto, nor a grave security issue, nor what a rule has
 * found.
 */
export function decideIssue(protocol: ConsensusProtocol, issue: Issue, minAgreement = 1): IssueDecision {
  const exemption = findExemption(issue);
  if (exemption !== null) return { kept: true, reason: exemption };
  const { k, n } = countAgreement(
    issue.reportedBy,
    issue.asked.map(({ name }) => name),
  );
  const needed = Math.min(minAgreement, n);
  if (k < needed) return { kept: false, reason: `${k} of ${n} agree, ${needed} needed` };
  if (protocol === 'vote') return countVote(issue);
  return { kept: true, reason: minAgreement > 1 ? `${k} of ${n} agree` : `${protocol} keeps every report` };
}

/** Whether opinions can do nothing to it. */
export const isExempt = (issue: Issue): boolean => findExemption(issue) !== null;

function findExemption(issue: Issue): string | null {
  if (issue.vetoReason !== null) return 'a veto stands without a vote';
  if (isGraveSecurity(issue)) return `${issue.severity} of security stands without a vote`;
  return issue.isMeasured === true ? 'found by a rule, which needs no vote' : null;
}

function countVote(issue: Issue): IssueDecision {
  const share = agreementShare(issue);
  const percent = `${Math.round(100 * share)}%`;
  return share >= VOTE_SHARE
    ? { kept: true, reason: `${percent} agree` }
    : { kept: false, reason: `${percent} agree, ${100 * VOTE_SHARE}% needed` };
}

const SECURITY_REVIEWERS: readonly string[] = ['security-reviewer', 'vulnerability-reviewer'];
const SECURITY_CATEGORIES = new Set([
  ...(REVIEWERS.find(({ name }) => name === 'security-reviewer')?.categories ?? []),
  'cve',
  'confusion',
]);

/** Of security by its reporter, category, CWE or audit dimension; one of them is enough. */
const isGraveSecurity = ({ severity, reportedBy, agents, category, categories, cwe, dimension }: Issue): boolean =>
  reachesSeverity(severity, 'HIGH') &&
  ((agents ?? reportedBy).some((name) => SECURITY_REVIEWERS.includes(name)) ||
    (categories ?? [category]).some((name) => name !== null && SECURITY_CATEGORIES.has(name)) ||
    (cwe ?? null) !== null ||
    (dimension ?? null) !== null);

export type SharedFinding = Pick<ClaimedFinding, 'severity' | 'category' | 'file' | 'line' | 'title'>;

/** What `ci` shows the others: the finding without its reasons, so that they judge for themselves. */
export const shareFinding = ({ severity, category, file, line, title }: SharedFinding): SharedFinding => ({
  severity,
  category,
  file,
  line,
  title,
});

/** A finding of others as an agent is asked about it in the second round of `ci`. */
export interface SharedIssue extends SharedFinding {
  /** `S1`, `S2`, … in this agent's list. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** The reports it was merged from. */
  readonly reports: readonly string[];
}

export interface Opinion {
  /** Of the shared issue. */
  readonly id: string;
  readonly stance: 'confirm' | 'refute';
  /** Which model says so, where it is not the one that was asked. */
  readonly model?: string;
}

/** Whose word counts where reports of one issue contradict each other; null where a person has to decide. */
export function resolveConflict(agents: readonly string[]): string | null {
  const distinct = new Set(agents);
  if (distinct.size === 1) return agents[0] ?? null;
  if (distinct.has('security-reviewer')) return 'security-reviewer';
  return distinct.size === 2 && distinct.has('code-quality-reviewer')
    ? (agents.find(isLanguageReviewer) ?? null)
    : null;
}
