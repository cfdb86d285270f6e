import { type DebugSignal, type ImplementerSignal, type RepairSignal, type ResearchSignal, type TestingSignal, type ValidationStatus, type WireSignal, type WorkRemaining } from './signal.ts';
/** The files of a run, all in its folder (SIG-19). */
export interface RunFiles {
    readonly folder: string;
    readonly planFile: string;
    /** The full summary with its seven sections. */
    readonly summaryFile: string;
    readonly checkpointFile: string;
    /** Relative to the folder, the manifest first. */
    readonly artifacts: readonly string[];
    readonly isStuck: boolean;
}
/** What every signal of ours says besides its own counts. `next` is the next step; with nothing left, COMPLETE. */
interface Progress {
    /** 0..100 */
    readonly usagePercent: number;
    readonly workRemaining: WorkRemaining;
    readonly requiresContinuation: boolean;
    readonly next: string;
}
export interface ResearchProgress extends Progress {
    /** Dimensions of a round, or reviewers of a wave. */
    readonly topics: readonly string[];
    readonly findingsTotal: number;
    readonly reportsCreated: number;
}
export declare function buildResearchSignal(done: ResearchProgress): ResearchSignal;
export interface ImplementerProgress extends Progress {
    readonly waves: {
        readonly first: number;
        readonly last: number;
    };
    /** 1–4 in a review, 1–5 in an audit; phase 2.5 counts inside 2 (SIG-17). */
    readonly phasesCompleted: readonly number[];
    /** Agent tasks: of these waves, or of the run where `isFinal`. */
    readonly tasksCompleted: number;
    /** The manifest first, best relative to the run's folder; at most three are named. */
    readonly artifacts: readonly string[];
    readonly isFinal: boolean;
}
/** The final form is written only if nothing remains (BRIEF-04): a run that a limit stopped is not COMPLETE. */
export declare function buildImplementerSignal(done: ImplementerProgress): ImplementerSignal;
export interface TestingProgress extends Progress {
    readonly batches: number;
    readonly confirmed: number;
    readonly downgraded: number;
    readonly rejected: number;
    readonly needsManual: number;
}
/** Validation as testing (SIG-16): what could not be decided is neither passed nor failed, but lowers the coverage. */
export declare function buildTestingSignal(done: TestingProgress): TestingSignal;
export interface DebugProgress extends Progress {
    readonly issuesDebugged: number;
    readonly filesExamined: number;
    readonly rootCauses: readonly string[];
}
/** A deep dive edits nothing: the sentence counts the files it examined (SIG-15). */
export declare function buildDebugSignal(done: DebugProgress): DebugSignal;
export interface RepairProgress extends Progress {
    readonly instancesFixed: number;
    readonly patternName: string;
    readonly filesModified: number;
    readonly validationStatus: ValidationStatus;
}
export declare function buildRepairSignal(done: RepairProgress): RepairSignal;
/** A whole run's signal under its wire names; in its envelope where the run keeps files (SIGNAL-11, SIG-19). */
export declare function wrapRunSignal(signal: ImplementerSignal, files: RunFiles | null): WireSignal;
/** floor(100 × used / allowance), 0..100 (SIG-14). Without an allowance anything used is all of it. */
export declare function contextUsagePercent(used: number, allowance: number): number;
export interface UsageShare {
    readonly used: number;
    readonly allowance: number;
}
/** The highest share, where `--max-tokens` or `--max-cost` stand beside the agents' budgets (SIG-14). */
export declare const highestUsagePercent: (shares: readonly UsageShare[]) => number;
export {};
