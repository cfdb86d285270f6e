/** Samples that reviewed code cannot foresee and a replay repeats: the seed is the run's, the order a hash. */
/** `count` of the items, in their original order. */
export declare function sampleItems<T>(items: readonly T[], count: number, keyOf: (item: T) => string, seed: string): readonly T[];
