export interface Excerpt {
    /** Lines of the passage, the first one numbered 0. */
    readonly from: number;
    readonly lines: readonly string[];
    /** Lines of the passage that are not shown. */
    readonly hidden: number;
}
export declare function cutExcerpt(content: string, query: string, width: number): Excerpt;
