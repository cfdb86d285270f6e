/** Code handed to an agent before it is asked: for a model without tools, and for the one inline call of Phase 4 (AUD-32). */
import type { AuditDesk, HuntTask } from '../../../audit-port.ts';
export interface Place {
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
}
/** The lines around each place, as far as the budget is full; each line once. */
export declare function feedPlaces(desk: AuditDesk, places: readonly Place[]): Promise<readonly string[]>;
/** Whole files in the order in which they matter: hotspots, places of the dimensions, entry points, the rest. */
export declare function feedFiles(desk: AuditDesk, task: HuntTask): Promise<readonly string[]>;
