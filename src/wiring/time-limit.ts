/**
 * Makes the signal that ends a run at `--deadline`, early enough for its report to be written, or at the user's interruption. Called
 * by conduct.ts, plan-run.ts, write-repairs.ts and the fleet.
 */
import { joinSignals } from '../ports/join-signals.ts';

/** A timer of the runtime that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Kept back while the scope is read: its last files and the report that says where it ended. */
const SCOPE_RESERVE_MS = 1000;

export interface TimeLimit {
  /** Fires at the user's interruption or, with reason `deadline`, when the time is up. */
  readonly signal: AbortSignal;
  /** So much of the time is needed for the report: the signal fires that much earlier, but not before half of the time. */
  keepBack(milliseconds: number): void;
}

/** `beganAt`, as `performance.now()` tells it, is when the time began. */
export function openTimeLimit(
  interrupt: AbortSignal,
  deadlineMs: number | null,
  { beganAt = performance.now(), reserveMs = SCOPE_RESERVE_MS } = {},
): TimeLimit {
  if (deadlineMs === null) return { signal: interrupt, keepBack: () => undefined };
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const keepBack = (milliseconds: number): void => {
    clearTimeout(timer);
    const left = deadlineMs - Math.min(milliseconds, deadlineMs / 2) - (performance.now() - beganAt);
    const end = (): void => deadline.abort('deadline');
    if (left < 1) end();
    else timer = setTimeout(end, Math.min(left, LONGEST_TIMER_MS)).unref();
  };
  keepBack(reserveMs);
  return { signal: joinSignals([interrupt, deadline.signal]), keepBack };
}

export const limitTime = (interrupt: AbortSignal, deadlineMs: number | null): AbortSignal =>
  openTimeLimit(interrupt, deadlineMs, { reserveMs: 0 }).signal;
