import type { ReportRecalled } from '../protocol/report-document.ts';
import type { Payer } from '../protocol/usage-book.ts';
import type { RecalledSeat } from './recalled-seat.ts';
/** A file counts for the run that finished it. */
export declare function composeRecalled(seats: readonly RecalledSeat[]): readonly ReportRecalled[];
/** Calls that stand behind what each agent was not given. */
export declare const listReused: (seats: readonly RecalledSeat[]) => readonly (Payer & {
    readonly calls: number;
})[];
export declare const countReused: (seats: readonly RecalledSeat[]) => number;
/** Empty where nothing was recalled. */
export declare function noteRecalled(seats: readonly RecalledSeat[]): readonly string[];
