/**
 * Limits how many calls of one provider run at once, first come, first served: halves when the provider says "too many", once per
 * burst, and grows by one with every full round of good calls. Called by create-model-caller.ts.
 */

export type SlotFeedback = 'well' | 'too-many' | 'neutral';

export interface Slot {
  release(feedback: SlotFeedback): void;
}

export interface ConcurrencyLimiter {
  /** Null where the signal ended the wait. */
  acquire(signal: AbortSignal): Promise<Slot | null>;
  readonly limit: () => number;
}

interface Waiter {
  readonly resolve: (slot: Slot | null) => void;
}

export function createConcurrencyLimiter(max: number): ConcurrencyLimiter {
  let limit = max;
  let active = 0;
  /** Calls that began before the last halving belong to the burst that caused it. */
  let burst = 0;
  /** Of the current round. */
  let wentWell = 0;
  const waiting = new Set<Waiter>();

  const judge = (feedback: SlotFeedback, startedIn: number): void => {
    if (feedback === 'too-many' && startedIn === burst) {
      limit = Math.max(1, Math.floor(limit / 2));
      burst += 1;
      wentWell = 0;
    }
    if (feedback !== 'well') return;
    wentWell += 1;
    if (wentWell < limit) return;
    wentWell = 0;
    limit = Math.min(max, limit + 1);
  };
  const open = (): Slot => {
    active += 1;
    const startedIn = burst;
    let isOpen = true;
    return {
      release(feedback) {
        if (!isOpen) return;
        isOpen = false;
        active -= 1;
        judge(feedback, startedIn);
        admit();
      },
    };
  };
  const admit = (): void => {
    for (const waiter of waiting) {
      if (active >= limit) return;
      waiting.delete(waiter);
      waiter.resolve(open());
    }
  };
  return {
    limit: () => limit,
    acquire(signal) {
      if (signal.aborted) return Promise.resolve(null);
      if (waiting.size === 0 && active < limit) return Promise.resolve(open());
      return new Promise((resolve) => {
        const leave = (): void => {
          if (waiting.delete(waiter)) resolve(null);
        };
        const waiter: Waiter = {
          resolve(slot) {
            signal.removeEventListener('abort', leave);
            resolve(slot);
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(waiter);
      });
    },
  };
}
