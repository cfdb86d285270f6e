/** What the text before an opening brace makes of it: a function, a control block or something else. Per language family. */
export interface BlockHeader {
    /** From the beginning of the statement to the brace. */
    readonly header: string;
    /** Text before the last bracketed list of the header; null without one. */
    readonly before: string | null;
    /** Text between that list and the brace. */
    readonly between: string;
    readonly isInsideFunction: boolean;
}
export type BlockClass = {
    readonly kind: 'function';
    readonly name: string;
} | {
    readonly kind: 'control';
} | {
    readonly kind: 'other';
};
export declare const resetsAtComma: (language: string) => boolean;
export declare const resetsAtNewline: (language: string) => boolean;
export declare function classifyBlock(language: string, block: BlockHeader): BlockClass;
