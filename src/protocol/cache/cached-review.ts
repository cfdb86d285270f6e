/**
 * What is cached of a file that an agent has reviewed: its claims as it made them, what they rest on, and the agent run in
 * which it said so. Says nothing about whether it still holds. Declared in cached-review-schema.ts, which also reads it back.
 */
import type { DocumentOf } from '../text/document-of.ts';
import type { cachedReviewSchema } from './cached-review-schema.ts';

/** Part of every key: what was cached in another form is never found. */
export const CACHED_REVIEW_SCHEMA = 'consensus-review/recollection@3';

export type CachedReview = DocumentOf<typeof cachedReviewSchema>;
export type CachedAgentRun = CachedReview['sittings'][number];
export type ModelClaim = CachedReview['claims'][number];
export type Dependence = CachedReview['depends'][number];
export type Said = NonNullable<CachedReview['said']>;

export const formatCachedReview = (review: CachedReview): string => JSON.stringify(review);
