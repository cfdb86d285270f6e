/** Public names: profiles of the reviewers and who is selected. */
export { REVIEWERS, type ReviewerProfile, selectReviewers } from './reviewer.ts';
export { BUILT_IN_REVIEWERS, findReviewer } from './reviewer-roster.ts';
