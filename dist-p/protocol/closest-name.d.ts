/** "Did you mean": the known name nearest to one that is not known. */
/** The nearest name, or null where none is near enough to be a typing error. */
export declare function findClosestName(name: string, known: readonly string[]): string | null;
