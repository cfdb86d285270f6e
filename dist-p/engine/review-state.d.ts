/** What a review has done so far, and what follows from it. Readonly and JSON-safe; everything else is derived from the runs. */
import type { AssignedFile, IndexedFile } from '../ports.ts';
import type { Isolation } from '../protocol/report-document.ts';
import { type ReviewerProfile } from '../protocol/reviewer.ts';
import { type SkippedFile, totalWaves } from '../protocol/synthesis.ts';
import type { AgentRun } from './agent-record.ts';
import type { RecalledSeat } from './recalled-seat.ts';
import { type SeatKey } from './seats.ts';
import type { Survey } from './survey.ts';
export interface WaveRecord {
    readonly wave: number;
    readonly totalTokens: number;
    readonly scale: number;
    readonly isolation: Isolation;
    /** Sum of the budgets of its agents. */
    readonly budgetTokens: number;
}
export interface ReviewState {
    readonly survey: Survey;
    readonly waves: readonly WaveRecord[];
    readonly runs: readonly AgentRun[];
    /** What agents need not be given, from earlier runs. */
    readonly recalled?: readonly RecalledSeat[];
    /** How the second round of `ci` went; absent in other protocols. */
    readonly sharing?: Sharing;
}
export interface Sharing {
    /** A limit or the user kept it from happening. */
    readonly wasStopped: boolean;
    readonly reason: string;
    readonly warnings: readonly string[];
}
/** One agent over all its waves (HOST-07): each file once. */
export interface AgentTotal extends ReturnType<typeof totalWaves> {
    readonly reviewer: ReviewerProfile;
    readonly runs: readonly AgentRun[];
}
/** A reviewer on one of its models. */
export interface SeatTotal extends AgentTotal {
    readonly model: string | null;
    readonly label: string;
    /** All models of the reviewer, its own among them. */
    readonly panel: readonly (string | null)[];
}
export declare const filesOf: (reviewer: ReviewerProfile, survey: Survey) => readonly IndexedFile[];
/** Files of its scope that nobody could read. */
export declare const owedBy: (reviewer: ReviewerProfile, survey: Survey) => readonly SkippedFile[];
export declare const totalSeats: (state: ReviewState) => readonly SeatTotal[];
export declare const totalSeat: (seat: SeatKey, state: ReviewState) => AgentTotal;
/** A reviewer over all its models: what one of them reviewed is reviewed. */
export declare function totalOf(reviewer: ReviewerProfile, state: ReviewState): AgentTotal;
/** Files an agent may still take, first those it left unfinished, then by priority. Empty where another wave is no use to it. */
export declare function queueOf(seat: SeatKey, state: ReviewState, paysForReading: boolean): readonly AssignedFile[];
/** Whether the agent was given lines that it did not have before this run. */
export declare function hasReadOn(run: AgentRun, runs: readonly AgentRun[]): boolean;
