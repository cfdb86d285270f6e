/** By the longest package that the name begins with; null where there is none. */
export declare function frameworkOf(module: string | null): string | null;
