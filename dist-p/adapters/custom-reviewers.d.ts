import type { ReviewerProfile } from '../protocol/reviewer.ts';
/** Throws ReviewError('bad-reviewer') naming file, key and fix. */
export declare function parseCustomReviewer(text: string, path: string): ReviewerProfile;
export declare const parseCustomReviewers: (files: readonly {
    readonly path: string;
    readonly text: string;
}[]) => readonly ReviewerProfile[];
