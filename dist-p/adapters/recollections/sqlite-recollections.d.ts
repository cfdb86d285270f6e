import type { Recollections } from '../../recollection-port.ts';
export declare const MAX_BYTES: number;
export declare const MAX_AGE_DAYS = 90;
export interface StoredRecollections extends Recollections, Disposable {
    /** What the user should know: nothing can be reused, or what was there is lost. Null where all is well. */
    readonly warning: string | null;
}
export interface RecollectionsOptions {
    readonly stateDir: string;
    readonly now: () => number;
    readonly maxBytes?: number;
}
/** Where the folder cannot be written nothing is reused, and the warning says so. Never throws. */
export declare function openRecollections(options: RecollectionsOptions): StoredRecollections;
