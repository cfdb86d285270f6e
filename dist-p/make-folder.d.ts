/** Throws what the system says where the folder cannot be made. */
export declare function makeFolder(path: string, mode?: number): void;
