/** How many hunt agents a round gets (AGENTS-01..06, AUD-07, AUD-08); what each of them gets is dealt in deal-dimensions.ts. */
import { type DimensionRatings } from './audit-coverage.ts';
import { type Dimension } from './dimension.ts';
export interface FirstRoundSize {
    /** Lines that are not blank. */
    readonly loc: number;
    readonly applicableDimensions: number;
    /** `--agents N`; null where the user left it to the project's size. */
    readonly requestedAgents: number | null;
}
export declare function countFirstRoundAgents({ loc, applicableDimensions, requestedAgents }: FirstRoundSize): number;
/** What is known about the gaps when a later round is sized. */
export interface GapSituation {
    readonly ratings: DimensionRatings;
    /** Dimensions with a hotspot or with a Critical or High finding. */
    readonly alarmingDimensions: readonly Dimension[];
}
/** Core dimensions that were only searched although something alarming lies in them (AUD-07). */
export declare const listCriticalShallow: ({ ratings, alarmingDimensions }: GapSituation) => readonly Dimension[];
export declare function countLaterRoundAgents(situation: GapSituation): number;
