import type { Index } from '../../ports.ts';
import { type MeasuringCounter } from '../measure-text.ts';
import type { TokenPool } from '../token-pool.ts';
import type { ContextStore } from './context-store.ts';
export interface StoredIndexOptions {
    /** Also make every measured file searchable. */
    readonly search: boolean;
    /** The scope is the whole folder: what it does not have any more is forgotten. */
    readonly whole: boolean;
    /** Threads that count too, where the scope is large; not with `search`, which has a thread of its own. */
    readonly openPool?: () => TokenPool;
}
/** Files without a branch have a view of their own. */
export declare const viewOf: (branch: string | null) => string;
/** Results come in the order of the entries. What was measured is kept even if the caller stops half way. */
export declare function createStoredIndex(store: ContextStore, counter: MeasuringCounter, options?: StoredIndexOptions): Index;
