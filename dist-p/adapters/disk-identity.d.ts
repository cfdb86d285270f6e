/** `root` is a real path. A file over the limit has no mark, so that it is judged by whoever reads it. */
export declare function createDiskIdentity(root: string, maxFileBytes: number): (path: string) => string | null;
