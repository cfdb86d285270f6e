/** Finds literals given to names that promise a secret: `apiKey = "…"`. A guess by name and shape, so it errs to silence. */
/** Offsets of a secret's value in the text. */
export interface SecretSpan {
    readonly start: number;
    readonly end: number;
}
export declare function findSecretAssignments(text: string, language: string | null): readonly SecretSpan[];
