/**
 * Makes long loops over settled promises give the event loop a turn every 64 steps, so that timers and signals (a deadline) are
 * seen; `takeUntil` yields items until a signal fires. A helper, no port. Used by repository/, context/file-index.ts and
 * wiring/audit-survey.ts.
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
