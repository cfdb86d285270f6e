/**
 * Reads a regular expression as programs write it, closely enough to judge it: alternatives, sequences, repetitions, sets.
 * Never throws; what it cannot read gives null. Flags and named groups change nothing here.
 */
/** Inclusive ranges of character codes, sorted and apart. */
export type CharacterSet = readonly (readonly [number, number])[];
export type Pattern = {
    readonly kind: 'empty';
} | {
    readonly kind: 'set';
    readonly set: CharacterSet;
    readonly literal: string | null;
    readonly source: string;
} | {
    readonly kind: 'anchor';
    readonly text: string;
} | {
    readonly kind: 'look';
    readonly body: Pattern;
} | {
    readonly kind: 'sequence';
    readonly items: readonly Pattern[];
} | {
    readonly kind: 'choice';
    readonly options: readonly Pattern[];
} | {
    readonly kind: 'group';
    readonly body: Pattern;
} | {
    readonly kind: 'repeat';
    readonly body: Pattern;
    readonly min: number;
    readonly max: number;
};
/** One item of a set as written, such as `a-z`, for judging its ranges. */
export interface SetItem {
    readonly from: number;
    readonly to: number;
    readonly isRange: boolean;
    readonly text: string;
}
export declare const ANY: CharacterSet;
export declare function normaliseSet(ranges: CharacterSet): CharacterSet;
export declare function invertSet(set: CharacterSet): CharacterSet;
/** A character that both sets hold, or null. */
export declare function commonCharacter(a: CharacterSet, b: CharacterSet): number | null;
export declare function parsePattern(source: string): Pattern | null;
/** The items of every set in an expression, ranges whole. */
export declare function readSets(source: string): readonly (readonly SetItem[])[];
