/** A piece of a file that can be shown on its own. Lines count from 1; `endLine` is part of it. */
export interface Chunk {
    readonly startLine: number;
    readonly endLine: number;
    /** Offset in the text after its last character. */
    readonly end: number;
    /** First name declared in it, or its heading; null where there is none. */
    readonly symbol: string | null;
}
/** A chunk grows to the target while its neighbours are small, and is split above the maximum where syntax allows. */
export declare const TARGET_LINES = 40;
export declare const TARGET_CHARS = 2400;
export declare const MAX_LINES = 80;
export declare const MAX_CHARS = 6000;
