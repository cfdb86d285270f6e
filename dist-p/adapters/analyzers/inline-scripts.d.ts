/** Null where the page holds no script code. */
export declare function extractScripts(page: string): string | null;
