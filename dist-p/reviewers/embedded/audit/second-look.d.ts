/**
 * The validator's own eyes: what a weakness looks like as plain text, and what stands in the code where somebody thought of
 * it (FACT-08, steps 1 and 2). Knows nothing of the rules that found anything; decides nothing.
 */
/** The text that shows the weakness at the cited lines, or words for it; null where it does not, or stands in a comment. */
export declare function seeAsWritten(cwe: string | null, cited: readonly string[]): string | null;
/** A word of a defence between the source and the sink; null where none is seen. */
export declare function seeDefence(cwe: string | null, lines: readonly string[], { source, sink }: {
    readonly source: number | null;
    readonly sink: number;
}): {
    readonly word: string;
    readonly line: number;
} | null;
