/** Text that may enter another agent's system prompt: relative paths, ids, short reasons, no control characters (HOST-12). */
export declare const MAX_REASON_CHARS = 200;
export declare const MAX_PATH_CHARS = 512;
export declare function sanitizeReason(text: string): string;
export declare const isSafeReason: (text: string) => boolean;
/** The path as it may be shown, or null where it cannot be: then its entry is left out and counted. */
export declare function sanitizePath(path: string): string | null;
export declare const isSafePath: (path: string) => boolean;
export declare const isSafeId: (id: string) => boolean;
export declare const sanitizeId: (id: string) => string;
export declare const isSafeCwe: (cwe: string) => boolean;
