/** Who reviews. */
export { REVIEWERS, type ReviewerProfile, selectReviewers } from './reviewer.ts';
export { BUILT_IN_REVIEWERS, findReviewer } from './reviewer-roster.ts';
