/**
 * What several reviewers make of one issue: field weights and the four protocols (FACT-14). A protocol marks which groups
 * stand and why; it deletes nothing.
 */
import { isLanguageReviewer } from './reviewer-roster.ts';
import type { Severity } from './severity.ts';

export const CONSENSUS_PROTOCOLS = ['veto', 'aad', 'ci', 'vote'] as const;
export type ConsensusProtocol = (typeof CONSENSUS_PROTOCOLS)[number];

const OWN_FIELD_WEIGHT = 1;
const OTHER_FIELD_WEIGHT = 0.3;
/** Share of the weight of everybody asked that keeps an issue in a vote. */
const VOTE_SHARE = 0.66;
/** `ci`: drafts, then one more look at what the others found. */
const MAX_SHARING_ROUNDS = 2;

export interface Voter {
  readonly name: string;
  readonly categories: readonly string[];
}

/** One merged issue and who was asked about its file. */
export interface Issue {
  readonly severity: Severity;
  readonly category: string | null;
  readonly vetoReason: string | null;
  /** Agents that report it. */
  readonly reportedBy: readonly string[];
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

/** Whether an issue stands under the protocol. Only a vote can turn one down, and never a veto or a grave security issue. */
export function decideIssue(protocol: ConsensusProtocol, issue: Issue): IssueDecision {
  if (protocol !== 'vote') return { kept: true, reason: `${protocol} keeps every report` };
  if (issue.vetoReason !== null) return { kept: true, reason: 'a veto stands without a vote' };
  if (isGraveSecurity(issue))
    return { kept: true, reason: `${issue.severity} of security-reviewer stands without a vote` };
  const share = agreementShare(issue);
  const percent = `${Math.round(100 * share)}%`;
  return share >= VOTE_SHARE
    ? { kept: true, reason: `${percent} agree` }
    : { kept: false, reason: `${percent} agree, ${100 * VOTE_SHARE}% needed` };
}

const isGraveSecurity = ({ severity, reportedBy }: Issue): boolean =>
  (severity === 'CRITICAL' || severity === 'HIGH') && reportedBy.includes('security-reviewer');

/** Whether agents see each other's findings once more: only in `ci`, and only in its second round. */
export const sharesFindings = (protocol: ConsensusProtocol, round: number): boolean =>
  protocol === 'ci' && round > 1 && round <= MAX_SHARING_ROUNDS;

export interface SharedFinding {
  readonly severity: Severity;
  readonly category: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly title: string;
}

/** What `ci` shows the others: the finding without its reasons, so that they judge for themselves. */
export const shareFinding = ({ severity, category, file, line, title }: SharedFinding): SharedFinding => ({
  severity,
  category,
  file,
  line,
  title,
});

/** Whose word counts where reports of one issue contradict each other; null where a person has to decide. */
export function resolveConflict(agents: readonly string[]): string | null {
  const distinct = new Set(agents);
  if (distinct.size === 1) return agents[0] ?? null;
  if (distinct.has('security-reviewer')) return 'security-reviewer';
  return distinct.size === 2 && distinct.has('code-quality-reviewer')
    ? (agents.find(isLanguageReviewer) ?? null)
    : null;
}
