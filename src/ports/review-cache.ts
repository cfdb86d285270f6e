/**
 * The review cache: what was reviewed before, as text under keys made of everything that decided the answer. A store of
 * our own: whatever it cannot give back whole it does not give back; who reads it checks the form.
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
