/** Parameters of a function, read from masked code between two brackets. Knows where a language puts the name. */
export interface Parameter {
    /** Null for a pattern such as `{ a, b }`. */
    readonly name: string | null;
    /** The text of such a pattern. */
    readonly pattern: string | null;
    readonly isOptional: boolean;
    readonly isRest: boolean;
}
export interface ParameterList {
    readonly parameters: readonly Parameter[];
    /** Offset behind the closing bracket. */
    readonly end: number;
}
/** Reads the list whose opening bracket is at `open`; null where it does not close. */
export declare function readParameters(code: string, open: number, language: string): ParameterList | null;
