/**
 * Gives the types of what is cached of a file that an agent has reviewed (claims, what they depend on, the agent run, its
 * verdict), the version that is part of the cache key, and writes one as JSON. Declared and read back in cached-review-schema.ts.
 * Used by engine/review/cache-files.ts and engine/review/find-cached-files.ts.
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
