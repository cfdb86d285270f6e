/**
 * Helpers for `AbortSignal`, no port: joins several into one and has the sources forget it again (`AbortSignal.any` keeps what it
 * joined until it fires, or forgets a source that fired), waits for an abort, tells an interruption by the user from the deadline,
 * and makes the signal that ends reading a scope 0.5 s after the deadline (engine/survey.ts). Used by all rooms that run agents.
 */

/** What makes the sources of a joined signal forget it. */
const releases = new WeakMap<AbortSignal, () => void>();

export function joinSignals(signals: readonly AbortSignal[]): AbortSignal {
  const joined = new AbortController();
  const fired = signals.find(({ aborted }) => aborted);
  if (fired !== undefined) {
    joined.abort(fired.reason);
    return joined.signal;
  }
  const forget = new AbortController();
  // With a reason of its own: without one an exception is made each time, with its stack.
  const release = (): void => forget.abort('released');
  for (const source of signals) {
    const pass = (): void => {
      release();
      joined.abort(source.reason);
    };
    source.addEventListener('abort', pass, { once: true, signal: forget.signal });
  }
  releases.set(joined.signal, release);
  return joined.signal;
}

/** For whoever is done with what a joined signal ends: a source may live as long as the process, and would keep all of it. */
export const releaseSignal = (joined: AbortSignal): void => releases.get(joined)?.();

/** The work is given a signal that ends with any of these; afterwards they know nothing of it. */
export async function underSignals<Value>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const joined = joinSignals(signals);
  try {
    return await work(joined);
  } finally {
    releaseSignal(joined);
  }
}

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** A scope that can be read in this time after the deadline is read to its end, so that the report can name what was not reviewed. */
const SCOPE_GRACE_MS = 500;

/** By signal and by `finishes`: whoever reads the same scope again has no second moment. */
const ends = [true, false].map(() => new WeakMap<AbortSignal, AbortSignal>());

/** When reading a scope ends: a moment after the deadline; at once where the user stops, unless `finishes` says to go on then. */
export function endOfScope(signal: AbortSignal, { finishes = false } = {}): AbortSignal {
  const known = ends[Number(finishes)]?.get(signal);
  if (known !== undefined) return known;
  const end = new AbortController();
  const onAbort = (): void => {
    if (!isInterrupted(signal)) setTimeout(() => end.abort(signal.reason), SCOPE_GRACE_MS).unref();
    else if (!finishes) end.abort(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  ends[Number(finishes)]?.set(signal, end.signal);
  return end.signal;
}

/** By the user, who does not wait; not by the deadline. */
export const isInterrupted = (signal: AbortSignal | null | undefined): boolean =>
  signal?.aborted === true && signal.reason !== 'deadline';
