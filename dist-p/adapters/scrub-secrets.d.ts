/** Overlapping secrets go as one. */
export declare function scrubSecrets(text: string): Promise<string>;
