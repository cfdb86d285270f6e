export type ContainerKind = 'object' | 'array';
/** Offsets count UTF-16 units from the first character pushed. Depth of an outermost container is 1. */
export interface JsonListener {
    open(kind: ContainerKind, start: number, key: string | null, depth: number): void;
    /** A string, number, true, false or null inside the container of that depth. */
    value(start: number, end: number, key: string | null, depth: number): void;
    close(start: number, end: number, depth: number): void;
    /** What is open turned out not to be JSON; all of it is given up. */
    broken(): void;
}
export declare class JsonScanner {
    #private;
    /** Containers deeper than this are followed but not reported. */
    watchDepth: number;
    /** Text from this offset on stays available to `slice`; null where nothing is wanted. */
    holdFrom: number | null;
    /** Deepest nesting reached since it was last set. */
    deepest: number;
    /** Whether only blanks stand before the outermost container on its line. */
    rootStartsLine: boolean;
    /** Whether a comment or a trailing comma was stepped over. */
    sawLenient: boolean;
    constructor(listener: JsonListener);
    push(chunk: string): void;
    /** Text between two offsets, of which the first is not before `holdFrom`; comments and trailing commas left out. */
    slice(start: number, end: number): string;
}
