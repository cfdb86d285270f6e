/** True where `path` is `folder` itself or lies beneath it. Both are absolute and free of symbolic links. */
export declare function isContained(folder: string, path: string): boolean;
/** Path of `target` relative to `folder` with `/`, or null where it lies outside. The folder itself is ''. */
export declare function relativize(folder: string, target: string): string | null;
/** The order of every list of paths in the product: by code units, the same on every machine. */
export declare const comparePaths: (a: string, b: string) => number;
/** Every folder above a path, nearest first, without the root: `a/b/c.ts` → `a/b`, `a`. */
export declare function foldersAbove(path: string): Generator<string>;
