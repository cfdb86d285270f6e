/** Phase 2 of a wave: who gets which files with which budget, and in which kind of context (BUDGET, ISOLATION, HOST-16). */
import type { AssignedFile, Driver, RecalledFile } from '../ports.ts';
import type { SharedIssue } from '../protocol/consensus.ts';
import type { ReviewRequest } from './review-request.ts';
import { type ReviewState, type WaveRecord } from './review-state.ts';
import { type DriversFor, type Seat, type SeatDriver } from './seats.ts';
import type { Survey } from './survey.ts';
export interface WaveTask<D extends SeatDriver = Driver> extends Seat<D> {
    readonly budgetTokens: number;
    readonly files: readonly AssignedFile[];
    /** Reviewed in an earlier run; only in the first wave. */
    readonly recalled?: readonly RecalledFile[];
    /** In the first wave, where files are recalled: those and the ones it is given. */
    readonly analysed?: readonly AssignedFile[];
    /** In a second round: what the agent is asked about. */
    readonly others?: readonly SharedIssue[];
}
export interface WavePlan<D extends SeatDriver = Driver> {
    readonly record: WaveRecord;
    readonly tasks: readonly WaveTask<D>[];
    /** Every file somebody takes in this wave, in order of priority. */
    readonly shared: readonly AssignedFile[];
    /** A further wave may follow this one. */
    readonly mayContinue: boolean;
}
/** What scale and isolation of a whole scope come from. */
export declare const weighScope: (survey: Survey) => number;
/**
 * Scale and isolation come from the whole scope, whoever reviews it (REV-24); in later waves, and where files are recalled
 * from earlier runs, from the union of what is still to be reviewed (HOST-07).
 */
export declare function planWave<D extends SeatDriver>(state: ReviewState, wave: number, request: Pick<ReviewRequest, 'waves' | 'complexity'>, driversFor: DriversFor<D>): WavePlan<D>;
