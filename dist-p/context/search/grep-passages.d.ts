/** The fallback of search: the words as they stand, in any case, in the stored texts of a branch. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchResult, SearchView } from './search-answer.ts';
/** The file or folder itself and what lies in it; everything where it is empty. */
export declare const isBeneath: (path: string) => string;
/** Chunks with the most matches first. A question of nothing but white space matches nothing. */
export declare function grepPassages(database: DatabaseSync, query: string, view: SearchView, limit: number): readonly SearchResult[];
