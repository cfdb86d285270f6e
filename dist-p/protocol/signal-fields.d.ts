import { type FieldName, type FieldValue } from './signal.ts';
export type RawItem = {
    readonly kind: 'quoted' | 'bare';
    readonly text: string;
};
export type RawValue = RawItem | {
    readonly kind: 'list';
    readonly items: readonly RawItem[];
} | {
    readonly kind: 'broken';
    readonly text: string;
    readonly reason: string;
};
export type ReadMode = 'strict' | 'lenient';
export interface SignalProblem {
    readonly field: FieldName;
    /** `value`: the right type, a value that is not allowed. `conflict`: said twice with different values. */
    readonly kind: 'type' | 'value' | 'conflict';
    readonly message: string;
    /** True where lenient reading found a value nevertheless. */
    readonly mended: boolean;
}
interface FieldKind {
    readonly expects: string;
    /** The typed value, or undefined if the raw value is of another type. */
    readonly read: (raw: RawValue) => FieldValue | undefined;
    readonly mend?: (raw: RawValue) => FieldValue | undefined;
    /** Whether a value of the right type is allowed. */
    readonly allows?: (value: FieldValue) => boolean;
}
export declare const FIELD_KINDS: Readonly<Record<FieldName, FieldKind>>;
export interface ReadField {
    readonly value?: FieldValue;
    readonly problem?: SignalProblem;
}
/** A typed value, a problem, or both where lenient reading mended the value. */
export declare function readField(field: FieldName, raw: RawValue, mode: ReadMode): ReadField;
export {};
