/**
 * Groups attack chains that nobody followed by their pattern, and says in words how a followed chain was linked. Called by
 * pages/attack-chains.ts.
 */

import { compareSeverity, type Severity } from '../protocol/findings/severity.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';

export type ReportChain = ReportDocument['attack_chains'][number];

/** Chains that nobody followed, by their pattern: what it needs, the findings that open one, those that follow. */
export interface CandidateChains {
  readonly title: string;
  /** The worst that any of them would be. */
  readonly severity: Severity;
  readonly pairs: number;
  readonly preconditions: readonly string[];
  readonly openers: readonly string[];
  readonly followers: readonly string[];
  readonly amplification: string;
}

export const groupCandidates = ({ attack_chains: chains }: ReportDocument): readonly CandidateChains[] =>
  [
    ...Map.groupBy(
      chains.filter(({ standing }) => standing === 'candidate'),
      ({ title }) => title,
    ),
  ].map(([title, own]) => ({
    title,
    severity: own.map(({ severity }) => severity).toSorted(compareSeverity)[0] ?? 'LOW',
    pairs: own.length,
    preconditions: [...new Set(own.flatMap(({ preconditions }) => preconditions))],
    openers: listSteps(own, 0),
    followers: listSteps(own, 1),
    amplification: own[0]?.amplification ?? '',
  }));

const listSteps = (chains: readonly ReportChain[], at: number): readonly string[] =>
  [...new Set(chains.flatMap(({ steps }) => steps.slice(at, at + 1)))].sort();

/** How a chain that is no mere candidate was linked. */
export const describeLink = ({ standing, reason }: ReportChain): string =>
  standing === 'shown'
    ? (reason ?? 'followed in the deep dive')
    : `not verified: an agent says so${reason ? ` (${reason})` : ''}, but it had not read all of these lines`;
