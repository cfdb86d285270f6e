/**
 * Lets timers and signals arrive in work that waits for nothing: promises that are settled already never turn the event loop, so
 * that a deadline would not be seen before the work ends.
 */

/** Steps between two pauses; a pause costs some microseconds. */
const STEPS = 64;

/** Call it for each step, and wait for what it returns. */
export function createPause(steps = STEPS): () => Promise<void> | undefined {
  let taken = 0;
  return () => {
    taken += 1;
    return taken % steps === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  };
}

/** The items one by one, with pauses, until the signal fires. */
export async function* takeUntil<T>(
  items: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const pause = createPause();
  for await (const item of items) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    if (signal?.aborted) return;
    yield item;
  }
}
