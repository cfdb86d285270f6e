import type { NamedText } from './stream-texts.ts';
export interface LineQuery {
    readonly pattern: string;
    readonly isLiteral: boolean;
    readonly ignoresCase: boolean;
    /** Lines to find at most. */
    readonly limit: number;
}
export interface LineMatch {
    readonly path: string;
    /** From 1. */
    readonly line: number;
}
export type LineOutcome = 
/** In the order of the texts. `isComplete` is false where the limit or the time ended the search. */
{
    readonly kind: 'searched';
    readonly matches: readonly LineMatch[];
    readonly isComplete: boolean;
} | {
    readonly kind: 'failed';
    readonly reason: string;
};
/** Never throws. Texts are drawn only while they are searched. */
export declare function findLines(query: LineQuery, texts: AsyncIterable<NamedText>): Promise<LineOutcome>;
