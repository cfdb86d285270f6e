/** In which order files are taken when not all of them fit: four tiers told by the words of the path (PRIORITY, REV-19). */
export type Tier = 1 | 2 | 3 | 4;
export declare const TIER_WORDS: readonly (readonly [Tier, readonly string[]])[];
/** 1 security-sensitive, 2 entry point, 3 business logic, 4 utility. Of several words a special tier beats the rest, the lowest first. */
export declare function priorityTier(path: string): Tier;
export interface Prioritized {
    readonly path: string;
    readonly tier: number;
    readonly changedLines: number;
}
/** Lowest tier number first; inside a tier the most changed lines, then the path. */
export declare const comparePriority: (a: Prioritized, b: Prioritized) => number;
/** Order of paths by code unit: the same on every machine, whatever its locale. */
export declare const comparePaths: (a: string, b: string) => number;
