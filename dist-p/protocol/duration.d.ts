/** Milliseconds, or null where the text is no positive duration. */
export declare function parseDuration(text: string): number | null;
