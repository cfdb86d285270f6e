/** What a markdown file contains, as far as the checks need it: headings, links, code blocks. Linear; never throws. */
export interface Heading {
    readonly level: number;
    readonly text: string;
    readonly line: number;
}
export interface Link {
    readonly target: string;
    readonly line: number;
    readonly isImage: boolean;
    readonly hasText: boolean;
}
export interface CodeBlock {
    /** First word of the info string, lower case; empty where there is none. */
    readonly info: string;
    /** Line of the opening fence. */
    readonly line: number;
    readonly lines: readonly string[];
    readonly isClosed: boolean;
}
export interface MarkdownText {
    readonly headings: readonly Heading[];
    readonly links: readonly Link[];
    readonly blocks: readonly CodeBlock[];
    /** Inline code with its line. */
    readonly codes: readonly {
        readonly text: string;
        readonly line: number;
    }[];
    /** Anchors other than headings: `id` and `name` attributes, `{#id}`. */
    readonly anchors: ReadonlySet<string>;
}
export declare function parseMarkdown(lines: readonly string[]): MarkdownText;
/** Anchor of a heading as GitHub makes it. */
export declare const slugOf: (heading: string) => string;
