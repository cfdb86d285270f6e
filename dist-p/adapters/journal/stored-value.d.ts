export interface StoredValue {
    readonly body: Uint8Array;
    readonly checksum: string;
}
export declare function packValue(value: unknown): StoredValue;
/** Undefined where the value is damaged. */
export declare function unpackValue({ body, checksum }: StoredValue): {
    readonly value: unknown;
} | undefined;
