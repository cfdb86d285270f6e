/**
 * Re-exports the public part of this folder (reviewer profiles, the built-in reviewers, selecting them): protocol/index.ts passes
 * it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export { REVIEWERS, type ReviewerProfile, selectReviewers } from './reviewer.ts';
export { BUILT_IN_REVIEWERS, findReviewer } from './reviewer-roster.ts';
