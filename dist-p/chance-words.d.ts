export declare const chooseWord: () => string;
/** The same word for the same key, from a seed that nobody outside knows. */
export declare const deriveWord: (seed: string, key: string) => string;
