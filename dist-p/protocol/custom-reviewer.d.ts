import { type ReviewerProfile } from './reviewer.ts';
/** `path` only serves messages. Throws ReviewError('bad-reviewer'). */
export declare function toReviewer(frontMatter: unknown, instructions: string, path: string): ReviewerProfile;
/** The reviewers of several files, in order; a name may be used once. */
export declare function joinReviewers(files: readonly {
    readonly path: string;
    readonly reviewer: ReviewerProfile;
}[]): readonly ReviewerProfile[];
