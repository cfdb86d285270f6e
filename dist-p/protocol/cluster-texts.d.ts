export interface ClusterItem {
    /** Who says so: two texts of one sitting mean two things unless one repeats the other. */
    readonly sittings: readonly string[];
    readonly text: string;
    /** Where it stands, if that is known: two texts of different places never meet. */
    readonly place?: string | undefined;
    readonly cwe?: string | null | undefined;
}
type Groups = readonly (readonly number[])[];
/** Indices of the items, grouped; items in the given order, groups by their first item. */
export declare function clusterTexts(items: readonly ClusterItem[]): Groups;
export {};
