/**
 * Limits the calls of one provider over the whole fleet: how many may be under way, how fast they may begin, and pauses for all. A
 * permit ends with the worker that holds it: that of a dead one is free again. First come, first served within a worker. Used by
 * fleet-worker.ts.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Slot, SlotFeedback } from '../../models/concurrency-limiter.ts';
import type { ProviderGate } from '../../models/create-model-caller.ts';
import { waitFor } from '../../models/wait-for.ts';
import type { Database } from './database.ts';

export interface ProviderLimit {
  readonly provider: string;
  readonly concurrency: number;
  /** Calls begun per second; null = as fast as they come. */
  readonly perSecond: number | null;
}

export interface FleetGateOptions {
  readonly database: Database;
  readonly worker: string;
  readonly deadAfterMs: number;
}

/** Where nobody has said otherwise, as in a run on one machine. */
const DEFAULT_CONCURRENCY = 8;
const POLL_MS = 60;

const grantRow = z.object({ granted: z.boolean(), wait_ms: z.number(), paused_ms: z.number() });

/** Holds for all workers from now on. */
export async function setProviderLimit(database: Database, limit: ProviderLimit): Promise<void> {
  await database.run(
    `INSERT INTO consensus_review.providers (name, max_concurrency, limit_now, per_second) VALUES ($1, $2, $2, $3)
     ON CONFLICT (name) DO UPDATE SET max_concurrency = $2, limit_now = $2, per_second = $3`,
    [limit.provider, limit.concurrency, limit.perSecond],
  );
}

const NOTHING_HELD: Slot = { release: () => undefined };

export function createFleetGate(provider: string, { database, worker, deadAfterMs }: FleetGateOptions): ProviderGate {
  let pausedUntilMs = 0;
  /** Only one of this worker asks at a time; the others wait behind it. */
  let turn: Promise<unknown> = Promise.resolve();
  let wake: (() => void) | null = null;

  const hold = (id: string): Slot => {
    let isOpen = true;
    return {
      release(feedback: SlotFeedback) {
        if (!isOpen) return;
        isOpen = false;
        database
          .run('SELECT consensus_review.release_permit($1, $2)', [id, feedback])
          .then(() => wake?.())
          .catch(() => undefined);
      },
    };
  };
  const napUntilWoken = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([woken, waitFor(milliseconds, { timeout: AbortSignal.timeout, now: Date.now }, signal)]);
    wake = null;
  };
  const ask = async (signal: AbortSignal): Promise<Slot | null> => {
    const id = randomUUID();
    while (!signal.aborted) {
      const [grant] = await database.rows(
        grantRow,
        'SELECT granted, wait_ms, paused_ms FROM consensus_review.acquire_permit($1, $2, $3, $4, $5)',
        [provider, id, worker, DEFAULT_CONCURRENCY, deadAfterMs],
      );
      if (grant?.granted === true) return hold(id);
      if (grant !== undefined && grant.paused_ms > 0) {
        pausedUntilMs = Date.now() + Math.ceil(grant.paused_ms);
        return NOTHING_HELD;
      }
      await napUntilWoken(grant !== undefined && grant.wait_ms > 0 ? Math.ceil(grant.wait_ms) : POLL_MS, signal);
    }
    return null;
  };
  return {
    get pausedUntilMs() {
      return pausedUntilMs;
    },
    acquire(signal) {
      const next = turn.then(() => ask(signal));
      turn = next.catch(() => undefined);
      return next;
    },
    pause(untilMs) {
      pausedUntilMs = Math.max(pausedUntilMs, untilMs);
      database
        .run(
          `UPDATE consensus_review.providers SET paused_until = greatest(paused_until,
             clock_timestamp() + $2 * interval '1 millisecond') WHERE name = $1`,
          [provider, Math.max(0, untilMs - Date.now())],
        )
        .catch(() => undefined);
    },
  };
}
