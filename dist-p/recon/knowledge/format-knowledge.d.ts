import type { KnowledgeRow } from './knowledge-row.ts';
export interface KnowledgeDocument {
    /** Path below the folder of the pack. */
    readonly path: string;
    readonly row: KnowledgeRow;
}
export declare const KNOWLEDGE_DOCUMENTS: readonly KnowledgeDocument[];
/** Sources, sinks and guards as short lists. */
export declare function formatTables({ sources, sinks, guards }: KnowledgeRow): string;
/** A document with its title and its tables as the data says; the words around them stay. */
export declare function refreshDocument(text: string, row: KnowledgeRow): string;
