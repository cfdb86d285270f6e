export interface PlacedText {
    /** Relative, with `/`. */
    readonly path: string;
    readonly text: string;
}
export interface PrivateFolder {
    /** Where the files lie, and nothing else. */
    readonly files: string;
    /** Home, temporary folder and output of the program. */
    readonly home: string;
    /** Puts a file down; false where its path leaves the folder or the disk refuses it. */
    place(file: PlacedText): Promise<boolean>;
    /** The path as the program names it, relative to `files` with `/`; null where it lies elsewhere. */
    locate(named: string): string | null;
}
export declare function withPrivateFolder<T>(use: (folder: PrivateFolder) => Promise<T>): Promise<T>;
