/**
 * Search by words and by meaning: candidates come from the words, their order from words and vectors together. There are
 * vectors only where somebody configured an embedder; without one, or when it fails, the answer is the keyword answer.
 */
import type { ContextStore } from '../store/context-store.ts';
import type { SearchAnswer, SearchRequest } from './search-answer.ts';
/** Turns texts into vectors, one for each, all of one length. May reject; may call the provider the user configured. */
export interface Embedder {
    readonly name: string;
    embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}
export interface HybridOptions {
    /** Null where none is configured: then nothing is sent anywhere. */
    readonly embedder: Embedder | null;
    readonly signal: AbortSignal;
}
export declare function searchHybrid(store: ContextStore, request: SearchRequest, options: HybridOptions): Promise<SearchAnswer>;
