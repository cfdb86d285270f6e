/**
 * Search over the stored index: files ranked by their terms, shown by the chunk that answers best; where no term is known,
 * a search for the words as they stand. `source` says which of them answered. Never calls a network.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { ContextStore } from '../store/context-store.ts';
import type { SearchAnswer, SearchRequest, SearchView } from './search-answer.ts';
export declare function resolveView(database: DatabaseSync, request: Omit<SearchRequest, 'query' | 'limit'>): SearchView;
/** `limit` is kept between 1 and 100. Any text may be asked for. */
export declare function search(store: ContextStore, request: SearchRequest): SearchAnswer;
