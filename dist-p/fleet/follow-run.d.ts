import type { Database } from '../adapters/postgres/database.ts';
import type { Emit } from '../ports.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type RunSpec } from './run-spec.ts';
export interface Follower {
    readonly emit: Emit;
    /** Asks the fleet to end the run with what it has. */
    readonly interrupt: AbortSignal;
}
export interface FleetRunFacts {
    readonly id: string;
    readonly version: string;
    readonly config: RunSpec['config'];
}
export declare function findFleetRun(database: Database, id: string): Promise<FleetRunFacts>;
/** Puts an interrupted run back into the queue; false where it goes on or has ended. */
export declare function takeUpRun(database: Database, { id, version }: FleetRunFacts): Promise<boolean>;
export interface EndedRun {
    readonly report: ReportDocument;
    /** It was stopped, and can be taken up again. */
    readonly isOpen: boolean;
}
/** Throws ReviewError as a run on this machine would, and the reason of the interruption where nobody is there to end the run. */
export declare function followRun(database: Database, runId: string, follower: Follower): Promise<EndedRun>;
