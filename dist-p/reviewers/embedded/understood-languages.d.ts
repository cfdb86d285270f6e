/** False where the file would be skipped with `no-analyzer`. A custom reviewer has nothing to see with at all. */
export declare function isUnderstood(reviewer: string, language: string | null): boolean;
