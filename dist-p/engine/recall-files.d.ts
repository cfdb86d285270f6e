/**
 * Before the first wave: which files an agent need not be given, because it has reviewed the same text before with the same
 * prompt, model and rules, and nothing that its claims rest on has changed. Decides nothing about the claims themselves.
 */
import type { AssignedFile, Snapshot } from '../ports.ts';
import type { Reuse } from '../recollection-port.ts';
import type { RecalledSeat } from './recalled-seat.ts';
import type { SeatDriver, SeatKey } from './seats.ts';
import { type DriversFor } from './seats.ts';
import type { Survey } from './survey.ts';
export type MarkedFile = Pick<AssignedFile, 'path' | 'changed'>;
/** Marks of texts, each file read once. */
export interface FileMarks {
    /** Null where there is no such text. */
    textOf(path: string): Promise<string | null>;
}
export declare function createFileMarks(snapshot: Pick<Snapshot, 'read'>, { mark }: Pick<Reuse, 'mark'>): FileMarks;
/** Null where nothing of this agent is remembered. */
export declare function markSeat(seat: {
    readonly driver: SeatDriver;
} & SeatKey, reuse: Reuse): string | null;
/** Everything that decides what this agent says of this file; null where the file cannot be read. */
export declare function keyOf(seatMark: string, { path, changed }: MarkedFile, marks: FileMarks, { mark, owner }: Reuse): Promise<string | null>;
export declare function recallFiles(survey: Survey, driversFor: DriversFor<SeatDriver>, reuse: Reuse | null | undefined): Promise<readonly RecalledSeat[]>;
