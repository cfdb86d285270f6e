import type { BytesOutcome } from '../files/contained-read.ts';
import { type Git } from './program.ts';
export interface ObjectReader {
    read(oid: string, maxBytes: number): Promise<BytesOutcome>;
    close(): void;
}
export declare function createObjectReader(git: Git): ObjectReader;
