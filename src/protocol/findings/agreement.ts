/**
 * Counts how many of the asked reviewers and models report a finding (k of n) and computes its confidence from that, from
 * coverage and from the check of its quote (REV-14). Called by engine/review/agree-findings.ts.
 */
import type { Attribution, FindingStatus } from './finding.ts';
import { consensusConfidence, type Vote } from './merge.ts';

/** With a panel every model of a reviewer is a voice of its own; waves and rounds of one model are one voice. */
export const voiceOf = ({ agent, model }: Pick<Attribution, 'agent' | 'model'>): string =>
  model === null ? agent : `${agent} (${model})`;

export interface Agreement {
  readonly k: number;
  readonly n: number;
}

/** So many of those asked say so; whoever reports counts as asked. */
export function countAgreement(reporting: Iterable<string>, asked: Iterable<string>): Agreement {
  const voices = new Set(reporting);
  return { k: voices.size, n: new Set([...asked, ...voices]).size };
}

/** What the host's own check leaves of it. What is suppressed was not refuted. */
const VALIDATION: Readonly<Record<FindingStatus, number>> = {
  confirmed: 1,
  suppressed: 1,
  needs_manual: 0.75,
  unverified: 0.5,
  rejected: 0,
};

/** What is left of a word that everybody else who looked did not say. */
const ALONE = 0.5;

/**
 * Agreement × coverage × validation, 0..1. `share` is the part of those asked that agrees: a lone report among many keeps at
 * least half of its sureness. Orders findings; never touches severity, veto or presence.
 */
export const weighConfidence = (votes: readonly Vote[], status: FindingStatus, share = 1): number =>
  consensusConfidence(votes) * (ALONE + (1 - ALONE) * share) * VALIDATION[status];
