/** Cuts known secrets out of texts: the first characters stay, so that a reader recognises which one is meant. */
/** Longest first, so that a secret inside another does not break it; every long line of a secret that has several. */
export declare function arrangeSecrets(values: readonly string[]): readonly string[];
/** Takes what `arrangeSecrets` gives. A secret that the text shows the beginning of before it ends in `…` goes as well. */
export declare function maskSecretsIn(text: string, secrets: readonly string[]): string;
