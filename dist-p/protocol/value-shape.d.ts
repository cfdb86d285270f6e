/**
 * Checks plain values against the part of JSON Schema that our configuration needs, so that what is published is what is
 * checked, and a start of the program loads no schema library. Never throws.
 */
export type ValueShape = {
    readonly description?: string;
    readonly default?: unknown;
} & ({
    readonly type: 'string';
    readonly minLength?: number;
    readonly pattern?: string;
    readonly enum?: readonly string[];
} | {
    readonly type: 'integer' | 'number';
    readonly minimum?: number;
    readonly exclusiveMinimum?: number;
    readonly maximum?: number;
} | {
    readonly type: 'boolean';
} | {
    readonly type: 'array';
    readonly items: ValueShape;
    readonly minItems?: number;
} | {
    readonly type: 'object';
    readonly properties?: Readonly<Record<string, ValueShape>>;
    readonly required?: readonly string[];
    /** False closes the object; a shape is that of every key without one of its own. */
    readonly additionalProperties?: false | ValueShape;
} | {
    readonly anyOf: readonly ValueShape[];
});
/** Where a value first differs from its shape. `unknownKey` where the object has no such key. */
export interface Mismatch {
    readonly path: readonly PropertyKey[];
    readonly unknownKey: string | null;
}
/** Null where the value has the shape. */
export declare function findMismatch(value: unknown, shape: ValueShape, path?: readonly PropertyKey[]): Mismatch | null;
