import type { CutoffReason } from './report-document.ts';
/** Why a file is still unreviewed. The last four no further wave can cure. */
export type SkipReason = CutoffReason | 'no-analyzer' | 'analyzer-failed' | 'unreadable' | 'too-large';
export interface SkippedFile {
    readonly path: string;
    readonly reason: SkipReason;
}
/** One agent over all its waves. */
export interface AgentTotals {
    readonly agent: string;
    readonly reviewedCount: number;
    /** Null where the agent was cut and did not name what it left out (SYNTH-09). */
    readonly skippedFiles: readonly SkippedFile[] | null;
    /** Files it says it skipped without naming them. */
    readonly unnamedCount: number;
    /** How its last wave ended; null where it ended by itself. */
    readonly cutoffReason: CutoffReason | null;
}
export interface PartialAgent {
    readonly agent: string;
    readonly reviewedCount: number;
    readonly skippedCount: number;
    readonly skippedFiles: readonly string[];
    readonly coveragePercent: number;
}
export interface Synthesis {
    readonly warnings: readonly string[];
    readonly notes: readonly string[];
    readonly suggestions: readonly string[];
    readonly partialAgents: readonly PartialAgent[];
}
export interface AgentWave {
    readonly reviewed: readonly string[];
    readonly skipped: readonly SkippedFile[];
    readonly cutoffReason: CutoffReason | null;
}
/**
 * Adds up an agent's waves against its scope, so that every file is reviewed or skipped and none is lost (SUCCESS-05).
 * `leftOver` is the reason for files that no wave took.
 */
export declare function totalWaves(agent: string, scope: readonly string[], waves: readonly AgentWave[], leftOver: SkipReason): AgentTotals & {
    readonly reviewedFiles: readonly string[];
    readonly skippedFiles: readonly SkippedFile[];
};
export declare function synthesize(agents: readonly AgentTotals[]): Synthesis;
