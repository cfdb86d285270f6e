import type { LineCount } from './count-lines.ts';
export interface Measurement extends LineCount {
    readonly tokens: number;
    /** Always true of a pool; a measurement made elsewhere may hold an estimate. */
    readonly exact: boolean;
}
export interface TokenPool {
    /** True while the threads have enough to do: then it is quicker, and bounded in memory, to measure or wait elsewhere. */
    readonly isFull: boolean;
    /** Takes the bytes (UTF-8, no byte order mark) away from the caller where they fill their buffer. */
    measure(bytes: Uint8Array): Promise<Measurement>;
    close(): Promise<void>;
}
export interface TokenPoolOptions {
    /** Threads; one less than there are processors where it is left out. */
    readonly workers?: number;
}
export declare function createTokenPool({ workers }?: TokenPoolOptions): TokenPool;
