export interface FunctionBlock {
    readonly name: string;
    /** Offsets of the whole function, header included. */
    readonly start: number;
    readonly end: number;
    readonly bodyStart: number;
    /** Deepest control block, 0 for straight code. */
    readonly depth: number;
    /** Functions that lie inside, whose code is not this function's. */
    readonly inner: readonly FunctionBlock[];
}
export declare function findFunctions(code: string, language: string): readonly FunctionBlock[] | null;
