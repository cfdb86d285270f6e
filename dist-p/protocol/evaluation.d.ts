/**
 * ROUND_N_EVALUATION: first truncation, then coverage, then the three questions, always in this order (EVALUATE-01..03,
 * AUD-01). What follows from it is decided in convergence.ts.
 */
import { type ModuleFinding } from './attack-chains.ts';
import { type DimensionRatings, type PartialRatings } from './audit-coverage.ts';
import { type AuditMode } from './audit-mode.ts';
import type { Dimension, DimensionCoverage } from './dimension.ts';
export type EvaluationStep = 'detect-truncation' | 'rate-coverage' | 'ask-questions';
/** How one agent's work of the round ended. */
export interface AgentOutcome {
    readonly agentId: string;
    readonly dimensions: readonly Dimension[];
    readonly ending: 'completed' | 'truncated' | 'failed' | 'timeout';
    readonly keptFindings: number;
    /** What the host accepts as reached in each dimension; ignored where the agent was interrupted. */
    readonly ratings: PartialRatings;
    /** The agent this one stands in for (AUD-24). */
    readonly retryOf: string | null;
}
export interface QuestionEvidence {
    readonly plannedAreas: readonly string[];
    readonly searchedAreas: readonly string[];
    readonly entryPoints: readonly string[];
    readonly tracedEntryPoints: readonly string[];
    readonly findings: readonly ModuleFinding[];
    /** Findings whose combinations an earlier round has already followed. */
    readonly followedFindings: readonly string[];
}
export interface QuestionAnswers {
    /** Q1: is a planned area still unsearched? */
    readonly unsearched: boolean;
    /** Q2: does each entry point have a trace to its sinks? The one question whose good answer is yes. */
    readonly allTraced: boolean;
    /** Q3: could high-risk findings of different modules combine? */
    readonly combinations: boolean;
}
export interface RoundEvidence {
    readonly mode: AuditMode;
    readonly isLibrary: boolean;
    /** Dimensions the user limited the audit to; absent = all ten. */
    readonly asked?: readonly Dimension[];
    readonly agents: readonly AgentOutcome[];
    /** Merged ratings of the rounds before, oldest first. */
    readonly earlierRounds: readonly PartialRatings[];
    readonly questions: QuestionEvidence;
}
export interface Evaluation {
    readonly steps: readonly EvaluationStep[];
    readonly interruptedAgents: readonly string[];
    /** This round alone, to be handed to the next evaluation. */
    readonly roundRatings: PartialRatings;
    readonly ratings: DimensionRatings;
    readonly coverage: DimensionCoverage;
    readonly gaps: readonly Dimension[];
    readonly ratio: number;
    readonly met: boolean;
    /** Raw answers; null in modes that do not ask. */
    readonly answers: QuestionAnswers | null;
}
export declare function evaluateRound(evidence: RoundEvidence): Evaluation;
export declare function answerQuestions(evidence: QuestionEvidence): QuestionAnswers;
/** Only (no, yes, no) ends the rounds: full tracing is the good answer to the second question. */
export declare const answersCallForRound: ({ unsearched, allTraced, combinations }: QuestionAnswers) => boolean;
