/** The roster: the six reviewers of seed 001 with their base budgets (BUDGET-01), and who is selected (REV-09, REV-24). */
export interface ReviewerProfile {
    readonly name: string;
    /** One sentence for help, plan and prompts. */
    readonly role: string;
    readonly baseBudgetTokens: number;
    readonly categories: readonly string[];
    /** Languages whose files it reviews; null = every file. */
    readonly languages: readonly string[] | null;
    readonly canVeto: boolean;
    /** Provider and name of the model it wants, or null for the run's. */
    readonly model: string | null;
    /** Instructions of a custom reviewer; null for the built-in ones, whose prompts live in prompts/. */
    readonly instructions: string | null;
}
export declare const REVIEWERS: readonly ReviewerProfile[];
/** Base budget of a reviewer registered beside the six. */
export declare const DEFAULT_BASE_BUDGET_TOKENS = 8192;
/** Whether this file belongs to the reviewer's scope (REV-24). */
export declare const isAssigned: (reviewer: ReviewerProfile, language: string | null) => boolean;
/** Reviewers without a language of their own always; a language reviewer if one of its files is in scope (REV-09). */
export declare const selectReviewers: (roster: readonly ReviewerProfile[], languages: ReadonlySet<string>) => readonly ReviewerProfile[];
