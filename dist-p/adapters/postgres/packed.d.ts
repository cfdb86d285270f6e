import type { z } from 'zod';
export declare const hashBytes: (bytes: Uint8Array | string) => string;
export declare const compress: (text: string) => Buffer;
export declare const expand: (bytes: Uint8Array) => string;
export interface Packed {
    readonly bytes: Buffer;
    readonly checksum: string;
}
export declare function pack(value: unknown): Packed;
/** Throws where the bytes are not what was written, or not of the shape that is expected; `what` names them. */
export declare function unpack<S extends z.ZodType>(schema: S, bytes: Uint8Array, what: string, checksum?: string): z.output<S>;
