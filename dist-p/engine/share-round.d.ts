import { type WavePlan } from './plan-wave.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { type ReviewState, type Sharing } from './review-state.ts';
export type SharePlan = {
    readonly kind: 'round';
    readonly plan: WavePlan;
    readonly sharing: Sharing;
} | {
    readonly kind: 'none';
    readonly sharing: Sharing;
};
/** Null where the protocol has no second round. */
export declare function planSharing(state: ReviewState, request: ReviewRequest, ports: Pick<EnginePorts, 'driversFor' | 'signal' | 'account'>): SharePlan | null;
