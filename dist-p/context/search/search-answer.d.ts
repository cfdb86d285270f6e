/** What search is asked and what it answers, for agents, the command line and the context tools alike (FACT-16). */
export interface SearchRequest {
    readonly query: string;
    readonly limit: number;
    /** Only this file or folder. */
    readonly pathPrefix?: string;
    /** Only these paths; all where it is left out. */
    readonly only?: ReadonlySet<string>;
    /** Git branch as the index recorded it, null for files without one; the last one indexed where it is left out. */
    readonly branch?: string | null;
}
export interface SearchResult {
    readonly filePath: string;
    readonly startLine: number;
    readonly endLine: number;
    /** Higher is better; comparable within one answer only. */
    readonly score: number;
    readonly content: string;
}
export interface SearchAnswer {
    readonly query: string;
    /** Terms and vectors, terms alone, or the words as they stand. */
    readonly source: 'hybrid' | 'keyword' | 'grep';
    /** Best first. */
    readonly results: readonly SearchResult[];
}
/** The files of one branch beneath one path. */
export interface SearchView {
    readonly branch: string;
    readonly pathPrefix: string;
    /** Null for all of them. */
    readonly only: ReadonlySet<string> | null;
}
