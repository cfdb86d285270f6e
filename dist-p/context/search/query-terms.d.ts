/** From a question to the terms worth asking for: words that say nothing are left out, rare ones count most. */
import type { DatabaseSync } from 'node:sqlite';
export interface QueryTerm {
    readonly term: string;
    /** How much a match says: the inverse frequency of the term among the segments. */
    readonly weight: number;
}
/** All terms of the question, in order; without stop words unless it has nothing else. */
export declare function readQuery(query: string): readonly string[];
/** Terms that the store knows, the most telling first; common ones only where there is nothing better. */
export declare function weighTerms(database: DatabaseSync, terms: readonly string[]): readonly QueryTerm[];
