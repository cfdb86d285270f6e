export declare const directoryOf: (path: string) => string;
export declare const fileNameOf: (path: string) => string;
/** File name without its extensions: `src/a.test.ts` is `a`. */
export declare const stemOf: (path: string) => string;
export declare const joinPath: (directory: string, name: string) => string;
/** Resolves `.` and `..` against a folder; null where the result leaves the root. */
export declare function resolvePath(directory: string, relative: string): string | null;
/** The folder itself and every folder above it, nearest first; the root is the empty string. */
export declare function foldersUpward(directory: string): readonly string[];
export declare const isSourceLanguage: (language: string | null) => boolean;
