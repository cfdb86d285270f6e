/** What one agent need not be given, as it was found before the first wave. Plain and JSON-safe. */
import type { AssignedFile, RecalledFile } from '../ports.ts';
import type { Recollection } from '../protocol/recollection.ts';
import type { SeatKey } from './seats.ts';
export interface RecalledSeat {
    readonly agent: string;
    readonly model: string | null;
    /** As events name it. */
    readonly label: string;
    readonly files: readonly {
        readonly path: string;
        readonly recollection: Recollection;
    }[];
}
/** The files of an agent's queue that it need not be given. */
export declare function takeRecalled(seat: SeatKey, queue: readonly AssignedFile[], recalled: readonly RecalledSeat[]): readonly RecalledFile[];
