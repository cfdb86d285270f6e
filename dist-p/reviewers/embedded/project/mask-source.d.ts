export interface MaskedSource {
    /** Code alone; a string is two quotes around blanks. */
    readonly code: string;
    /** Comments alone. */
    readonly comments: string;
}
export declare function maskSource(text: string, language: string | null): MaskedSource;
/** The text with its comments blanked; strings stay. */
export declare function blankComments(text: string, language: string | null): string;
