/**
 * The ReviewCache port: stores texts under keys and gives them back whole or not at all, for reusing reviews and model answers of
 * earlier runs; the reader checks their form. Implemented by runs/cache/sqlite-review-cache.ts and
 * fleet/postgres/review-cache.ts, used by engine/review/ and runs/cached-calls.ts.
 */
export interface CachedText {
  readonly key: string;
  readonly text: string;
}

export interface ReviewCache {
  /** The texts that are cached under these keys, unchanged. Never rejects: what cannot be read is not cached. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Replaces what was cached under the same keys. Never rejects. */
  write(all: readonly CachedText[]): Promise<void>;
}

/** How a run reuses what earlier ones have paid for. */
export interface Reuse {
  readonly reviewCache: ReviewCache;
  /** False where every file is to be reviewed again; what is found is cached all the same. */
  readonly mayReadCache: boolean;
  /** Makes what was found a step of the run, so that a resumed run finds the same; absent where runs are not resumed. */
  readonly once?: <T>(effect: () => Promise<T>) => Promise<T>;
  /** Whose files they are: the cache is not shared with another folder. */
  readonly owner: string;
  /** A hash that two texts share only where they are the same. */
  readonly hash: (text: string) => string;
}
