/**
 * Makes a stream of batches that several readers can each read from its beginning: what came once comes again, in the same order.
 * Called by repository/scope.ts for the entries of a scope.
 */

export function createReplay<T>(source: AsyncIterator<readonly T[]>): () => AsyncIterable<T> {
  const items: T[] = [];
  let isDone = false;
  let pending: Promise<void> | null = null;

  const advance = (): Promise<void> => {
    pending ??= source
      .next()
      .then((step) => {
        if (step.done) isDone = true;
        else items.push(...step.value);
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };

  return async function* replay() {
    for (let i = 0; ; i += 1) {
      while (i >= items.length && !isDone) await advance();
      if (i >= items.length) return;
      yield items[i] as T;
    }
  };
}
