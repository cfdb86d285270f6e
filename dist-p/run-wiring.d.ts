import type { OpenRun } from './adapters/journal/open-run.ts';
import type { WatchWrite } from './adapters/journal/run-database.ts';
import { type RunStore } from './adapters/journal/run-store.ts';
import { type OpenTape } from './open-tape.ts';
import type { Selection } from './ports.ts';
import type { ReportDocument } from './protocol/report-document.ts';
import { type RunRequest } from './run-facts.ts';
/** Where runs are kept. */
export interface RunPlace {
    readonly stateDir: string;
    /** Stands at every write of the store: for tests that fail or kill there. */
    readonly watch?: WatchWrite;
    /** Names new runs; by time and chance where nobody does. What an audit samples depends on it. */
    readonly chooseId?: () => string;
}
/** A run that this process has taken over. Whoever claims it says what its store warns of. */
export interface ClaimedRun {
    readonly store: RunStore;
    readonly run: OpenRun;
    /** What was asked to be reviewed then; null where it ended before that was recorded. */
    readonly selection: Selection | null;
}
/** By id or the beginning of one; without one the newest run of that folder that can go on. */
export declare function claimRun(place: RunPlace, id: string | null, folder: string): Promise<ClaimedRun>;
/** Gives a run back that was taken over and did not go on; nothing where it did. */
export declare function releaseRun({ run, store }: ClaimedRun): void;
export interface KeepRequest extends RunRequest {
    /** Null: nothing is kept. */
    readonly place: RunPlace | null;
    readonly claimed: ClaimedRun | null;
    /** Fires when the user or the deadline ends the run. */
    readonly signal: AbortSignal;
}
/** A run while it is made, kept or not. */
export interface KeptRun {
    /** Null where the run is not kept. */
    readonly id: string | null;
    readonly tape: OpenTape | null;
    /** Fires also where the run cannot go on. */
    readonly signal: AbortSignal;
    /** What the user should know about the keeping. */
    readonly warnings: () => readonly string[];
    /** The report, or throws where the run could not go on: then it says nothing that counts. */
    check(report: ReportDocument): ReportDocument;
    /** Says whether the run can be resumed, and why it would be. */
    end(report: ReportDocument, exitCode: number): Promise<string | null>;
    /** The error to throw, and whether the run can be resumed. */
    fail(error: unknown): Promise<{
        readonly error: unknown;
        readonly canResume: boolean;
    }>;
}
export declare function keepRun(request: KeepRequest): Promise<KeptRun>;
