/** Milliseconds; null where the text is no age. */
export declare function parseAge(text: string): number | null;
/** Bytes; null where the text is no size. */
export declare function parseSize(text: string): number | null;
