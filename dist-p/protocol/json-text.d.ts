/**
 * Strict JSON with places: files that people write by hand deserve errors with line and column, and a key that stands
 * twice is a mistake. Never throws; what JSON.parse refuses is refused here.
 */
/** 1-based. */
interface Place {
    readonly line: number;
    readonly column: number;
}
export type JsonText = {
    readonly kind: 'value';
    readonly value: unknown;
    /** Place of a key by its path, `a.b`; an element of a list is found under the list's own path. */
    readonly placeOf: (path: readonly PropertyKey[]) => Place | null;
} | {
    readonly kind: 'error';
    readonly message: string;
    readonly place: Place;
};
export declare function parseJsonText(text: string): JsonText;
export {};
