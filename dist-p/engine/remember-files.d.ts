import type { Reuse } from '../recollection-port.ts';
import type { ReviewState } from './review-state.ts';
import { type DriversFor } from './seats.ts';
export interface RememberPorts {
    readonly driversFor: DriversFor;
    readonly reuse?: Reuse | null;
}
export declare function rememberWave(state: ReviewState, wave: number, run: {
    readonly runId: string;
    readonly at: number;
}, { driversFor, reuse }: RememberPorts): Promise<void>;
