/**
 * Wraps the journal of a task to notice two cases that a driver would take for a failed call: another worker has taken over the task,
 * or a call was postponed. Called by conduct-run.ts and perform-agent.ts.
 */

import type { Journal, Kept, Step } from '../ports/journal.ts';
import type { RecordedCall } from '../runs/recorded-calls.ts';
import { LostLease } from './postgres/task-queue.ts';

export interface WatchedJournal extends Journal {
  /** Throws where the task was lost: whatever was made of that is worth nothing. */
  check(): void;
  readonly hasDeferred: boolean;
}

export function watchJournal(journal: Journal, onLost: () => void): WatchedJournal {
  let lost: LostLease | null = null;
  let hasDeferred = false;
  return {
    check() {
      if (lost !== null) throw lost;
    },
    get hasDeferred() {
      return hasDeferred;
    },
    async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
      try {
        const kept = await journal.step(step, effect);
        if (step.kind === 'call') hasDeferred ||= (kept.value as RecordedCall).result.kind === 'deferred';
        return kept;
      } catch (error) {
        if (error instanceof LostLease) {
          lost = error;
          onLost();
        }
        throw error;
      }
    },
  };
}
