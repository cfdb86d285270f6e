/**
 * Stops a run at the first Ctrl-C: no further call of a model is made, those in flight may end and are kept, then the run's signal
 * fires. The wait is bounded; where nothing is in flight there is none. Called by wiring/conduct.ts and fleet/perform-agent.ts.
 */

import { joinSignals, untilAborted } from '../ports/join-signals.ts';
import type { Model } from '../ports/model.ts';
import { NOTHING_RECEIVED } from '../protocol/calls/turn-outcome.ts';

/** Disposed of when the run is over: an interruption that comes later is not for it, and who interrupts may outlive many runs. */
export interface GracefulStop extends Disposable {
  /** Fires, with the reason of the interruption, when the run has to end. */
  readonly signal: AbortSignal;
  /** The same model, which is not asked any more once the user has interrupted. */
  guard(model: Model): Model;
}

export interface StopTerms {
  /** How long calls in flight may take. */
  readonly graceMs: number;
  /** How long an agent may take to hear the last answer before it is stopped. */
  readonly hearMs?: number;
}

const HEAR_MS = 250;

export function createGracefulStop(interrupt: AbortSignal, { graceMs, hearMs = HEAR_MS }: StopTerms): GracefulStop {
  const end = new AbortController();
  let inFlight = 0;
  let grace: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (grace !== null) clearTimeout(grace);
    end.abort(interrupt.reason);
  };
  const stopIfQuiet = (): void => {
    if (inFlight === 0) stop();
  };
  const onInterrupt = (): void => {
    if (inFlight === 0) stop();
    // It holds the process: a call in flight may be one that nothing else waits for, such as the question to a host's agent.
    else grace = setTimeout(stop, graceMs);
  };
  if (interrupt.aborted) onInterrupt();
  else interrupt.addEventListener('abort', onInterrupt, { once: true });
  const guard = (model: Model): Model => ({
    ...model,
    async turn(request, signal) {
      if (interrupt.aborted) {
        await untilAborted(joinSignals([signal, end.signal]));
        return { ...NOTHING_RECEIVED, kind: 'aborted', message: 'the run was interrupted before this call' };
      }
      inFlight += 1;
      try {
        return await model.turn(request, signal);
      } finally {
        inFlight -= 1;
        if (interrupt.aborted && inFlight === 0) setTimeout(stopIfQuiet, hearMs);
      }
    },
  });
  return {
    signal: end.signal,
    guard,
    [Symbol.dispose]() {
      interrupt.removeEventListener('abort', onInterrupt);
      if (grace !== null) clearTimeout(grace);
    },
  };
}
