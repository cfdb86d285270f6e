import type { PriceEntry } from '../protocol/model-prices.ts';
import { type PlanDocument } from '../protocol/plan-document.ts';
import { type ReviewerProfile } from '../protocol/reviewer.ts';
import type { Reuse } from '../recollection-port.ts';
import { type WavePlan } from './plan-wave.ts';
import type { ReviewRequest } from './review-request.ts';
import type { DriversFor, SeatDriver } from './seats.ts';
import { type SurveyPorts } from './survey.ts';
export interface PlanPorts extends SurveyPorts {
    readonly driversFor: DriversFor<SeatDriver>;
    /** False where the reviewer will skip such a file, whatever its budget. */
    readonly canReview: (reviewer: ReviewerProfile, language: string | null) => boolean;
    /** What a model costs; null where nobody knows. */
    readonly priceOf: (model: string) => PriceEntry | null;
    /** What earlier runs have paid for; absent or null where nothing is reused. */
    readonly reuse?: Reuse | null;
}
export declare const planReview: (request: ReviewRequest, ports: PlanPorts) => Promise<PlanDocument>;
/** The plan with the first wave behind it, for a host that hands out the work itself. */
export declare function planTasks(request: ReviewRequest, ports: PlanPorts): Promise<{
    readonly plan: PlanDocument;
    readonly first: WavePlan<SeatDriver>;
}>;
