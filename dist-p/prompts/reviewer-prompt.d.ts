/**
 * The whole prompt of a reviewer: who it is, what it looks for, its budget, and the contract of its answer (PROMPT, FACT-12).
 * Built from host data alone; nothing of the reviewed code enters it.
 */
import type { ReviewerProfile } from '../protocol/reviewer.ts';
import type { Thresholds } from '../protocol/thresholds.ts';
export interface ReviewerPromptInput {
    readonly reviewer: ReviewerProfile;
    readonly budgetTokens: number;
    readonly thresholds: Thresholds;
    /** Ends the answer of a call we drive (HOST-03); null where the host has another way to see that it is whole. */
    readonly nonce: string | null;
}
export declare function formatReviewerPrompt({ reviewer, budgetTokens, thresholds, nonce }: ReviewerPromptInput): string;
export declare const formatTask: (reviewer: ReviewerProfile) => string;
export declare const formatFindingContract: ({ categories }: ReviewerProfile) => string;
export declare const formatVeto: (name: string) => string;
