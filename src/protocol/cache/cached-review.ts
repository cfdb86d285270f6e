/**
 * What is cached of a file that an agent has reviewed: its claims as it made them, what they rest on, and the agent run in
 * which it said so. Says nothing about whether it still holds; cached-review-schema.ts reads it back.
 */
import type { ClaimedFinding, LineRange } from '../findings/finding.ts';
import type { Verdict } from '../findings/severity.ts';

/** Part of every key: what was cached in another form is never found. */
export const CACHED_REVIEW_SCHEMA = 'consensus-review/recollection@3';

/** One agent's conversation about its files in one wave of one run. */
export interface CachedAgentRun {
  readonly id: string;
  readonly run: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Calls of the model that stand behind it. */
  readonly calls: number;
  /** Files it finished. */
  readonly files: number;
  /** The agent's own verdict on all of them; null where it gave none. */
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  /** Whether its findings alone lead to a verdict as strict as its word. */
  readonly isExplained: boolean;
  /** Claims that named no file of the assignment. */
  readonly homeless: readonly string[];
}

export interface ModelClaim {
  readonly finding: ClaimedFinding;
  /** Which model said it. */
  readonly model: string;
  /** Why the host turned it down when it was said, before more of the file had reached the agent; null where it did not. */
  readonly rejection: string | null;
}

/** A file that the claims rest on besides their own; the hash, stored as `mark`, is null where there was none. */
export interface Dependence {
  readonly path: string;
  readonly mark: string | null;
}

/** What the author had said of the change: the first characters of the commit messages, oldest first, by their hash. */
export interface Said {
  readonly chars: number;
  readonly mark: string;
}

export interface CachedReview {
  /** When it was cached, in milliseconds since the epoch: a run takes only what was there when it began. */
  readonly at: number;
  readonly claims: readonly ModelClaim[];
  /** Lines that reached the agent; null where it had the whole file before it. */
  readonly delivered: readonly LineRange[] | null;
  readonly depends: readonly Dependence[];
  /** Null where the agent was told nothing. */
  readonly said: Said | null;
  /** Agent runs behind the review, under their stored name; the file was finished in the last one. */
  readonly sittings: readonly CachedAgentRun[];
}

export const formatCachedReview = (review: CachedReview): string => JSON.stringify(review);
