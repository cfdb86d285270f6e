/**
 * Helpers for `AbortSignal`, first of all one out of several. `AbortSignal.any` alone follows its sources only while somebody listens: asked later whether it
 * fired, it has forgotten a source that fired and is gone (Node 24.18 and later), so that a deadline would never be seen.
 */
export function joinSignals(signals: readonly AbortSignal[]): AbortSignal {
  const joined = AbortSignal.any([...signals]);
  joined.addEventListener('abort', () => undefined, { once: true });
  return joined;
}

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The deadline lets a scope be read to its end, so that the report can say what was not reviewed; the user does not wait. */
export const isInterrupted = (signal: AbortSignal | null | undefined): boolean =>
  signal?.aborted === true && signal.reason !== 'deadline';
