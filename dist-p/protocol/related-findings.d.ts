/** Cross-references between findings of one cause: the same weakness in the same file, or one input that reaches several places (MODE-06). */
export interface Relatable {
    readonly id: string;
    readonly file: string;
    readonly cwe: string | null;
    readonly source: string | null;
    readonly related: readonly string[];
    /** Only findings of full analysis are cross-referenced. */
    readonly depth: 'full' | 'reduced';
}
/** Replaces `related` by the ids of the other findings of the same cause, in the order of the findings. */
export declare function relateFindings<T extends Relatable>(findings: readonly T[]): readonly T[];
