/**
 * Expressions of GitHub workflows (`${{ … }}`): which of them put text of a stranger in place. An expression is replaced
 * before the script is read, so quotes around it protect nothing.
 */
export interface Expression {
    /** Between the braces. */
    readonly text: string;
    /** Offset of `${{` in the text that was searched. */
    readonly start: number;
}
export declare function findExpressions(text: string): readonly Expression[];
export declare const isTellingOutput: (action: string, output: string) => boolean;
/** Lower case, with properties in dots: `github.event['issue'].title`, `commits[0]`. */
export declare const normalizeExpression: (text: string) => string;
/** What of a stranger the expression puts in, or null. `tainted` are names of this workflow that hold such text. */
export declare function findUntrusted(expression: string, tainted: ReadonlySet<string>): string | null;
