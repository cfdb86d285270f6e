export interface ZipEntry {
    readonly name: string;
    /** Throws where the entry is damaged or larger than the limit. */
    read(maxBytes: number): Buffer;
}
/** Throws where it is no zip archive. Ends where the directory ends, however many entries it claims. */
export declare function readZip(bytes: Buffer): Generator<ZipEntry>;
