/** Which of some nested spans is the innermost around each of others. Both lists are sorted by their beginning. */
interface Span {
    readonly start: number;
    readonly end: number;
}
/** Index of the innermost holder around each item, -1 where there is none; a span is never around itself. */
export declare function findOwners(holders: readonly Span[], items: readonly Span[]): readonly number[];
export {};
