import type { ReadOutcome } from '../../ports.ts';
import type { BytesOutcome } from './contained-read.ts';
export interface StableReader {
    read(path: string): Promise<ReadOutcome>;
    /** Remembers what was already read of a file that had not been asked for. */
    prime(path: string, bytes: BytesOutcome): void;
}
export declare const toReadOutcome: (outcome: BytesOutcome) => ReadOutcome;
export declare function createStableReader(readBytes: (path: string) => Promise<BytesOutcome>, maxKeptBytes?: number): StableReader;
