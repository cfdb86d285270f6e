/** Turns, token budgets and call limits of one audit agent (TURNS-01..03, AUD-09, AUD-26, FACT-04). */
export declare const AUDIT_TOKENS_PER_TURN = 4096;
export declare const DOCUMENT_TURNS = 5;
/** Turns at the end in which an agent writes instead of exploring (FACT-04). */
export declare const WRITING_TURNS = 5;
export interface TurnPlan {
    readonly maxTurns: number;
    /** Part of maxTurns that is reserved for language and framework documents. */
    readonly documentTurns: number;
    readonly analysisTurns: number;
    /** Last turn in which the agent may still explore. */
    readonly lastExplorationTurn: number;
    readonly budgetTokens: number;
    /** False where only flows of known findings and hotspots are followed. */
    readonly allowsBreadthSearch: boolean;
}
export declare const turnBudgetTokens: (maxTurns: number) => number;
/** The turns of an agent of this round; `maxTurns` replaces the round's figure where the assignment was halved. */
export declare function planTurns(round: number, options?: {
    readonly emergency?: boolean;
    readonly maxTurns?: number;
}): TurnPlan;
/** Turns are counted from 1. */
export declare const isPermittedTurn: (plan: TurnPlan, turn: number) => boolean;
/** Search and read calls an agent may make; documents are not counted against the code. */
export declare function toolCallLimit(loc: number, loadsDocuments: boolean): number;
/** Calls of the first, broad part of the work; the rest goes into depth. */
export declare const breadthCallLimit: (calls: number) => number;
export interface DocumentSelection {
    /** Value of `modules_loaded`. */
    readonly loaded: readonly string[];
    /** Matching documents for which no turn was left. */
    readonly leftOut: readonly string[];
}
/** Documents named after a language or framework of the project, one turn each. */
export declare function selectDocuments(available: readonly string[], topics: readonly string[], documentTurns: number): DocumentSelection;
