/** Who sits at the table: a reviewer once for every model it is asked on. Each seat has its own budget, branch and row. */
import type { Driver } from '../ports.ts';
import type { ReviewerProfile } from '../protocol/reviewer.ts';
export type SeatDriver = Pick<Driver, 'name' | 'hasContext' | 'question'>;
export interface SeatKey {
    readonly reviewer: ReviewerProfile;
    /** The model that is asked; null for the analyzers. */
    readonly model: string | null;
}
export interface Seat<D extends SeatDriver = Driver> extends SeatKey {
    readonly driver: D;
    /** The reviewer's name; with a panel also the model's. */
    readonly label: string;
}
export declare const labelSeat: (agent: string, model: string | null, hasPanel: boolean) => string;
export declare const modelOf: ({ name, hasContext }: SeatDriver) => string | null;
export type DriversFor<D extends SeatDriver = Driver> = (reviewer: ReviewerProfile) => readonly D[];
export declare const listSeats: <D extends SeatDriver>(reviewers: readonly ReviewerProfile[], driversFor: DriversFor<D>) => readonly Seat<D>[];
