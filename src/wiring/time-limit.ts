/**
 * Makes the signal that ends a run at `--deadline`, early enough for its report to be written, or at the user's interruption. Called
 * by conduct.ts, plan-run.ts, write-repairs.ts and the fleet.
 */
import { joinSignals, releaseSignal } from '../ports/join-signals.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';

/** A timer of the runtime that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Kept back while the scope is read: its last files and the report that says where it ended. */
const SCOPE_RESERVE_MS = 1000;

/** Disposed of, it measures no time and knows of no interruption any more. */
export interface TimeLimit extends Disposable {
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
  if (deadlineMs === null) return { signal: interrupt, keepBack: () => undefined, [Symbol.dispose]: () => undefined };
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const keepBack = (milliseconds: number): void => {
    clearTimeout(timer);
    if (isOver) return;
    const left = deadlineMs - Math.min(milliseconds, deadlineMs / 2) - (performance.now() - beganAt);
    const end = (): void => deadline.abort('deadline');
    if (left < 1) end();
    else timer = setTimeout(end, Math.min(left, LONGEST_TIMER_MS)).unref();
  };
  keepBack(reserveMs);
  const signal = joinSignals([interrupt, deadline.signal]);
  const dispose = (): void => {
    isOver = true;
    clearTimeout(timer);
    releaseSignal(signal);
  };
  return { signal, keepBack, [Symbol.dispose]: dispose };
}

/** What a report takes for each file that was found, few of which it names: 0.02 ms of processor time; for busy machines more. */
const REPORT_MS_PER_FILE = 0.05;
/** On a machine so busy that reading takes long, the report does too: a share of the time in which the files were read. */
const REPORT_SHARE = 0.15;
/** A report of fewer files takes no time to speak of, however long it took to find them. */
const MANY_FILES = 2000;

/** Keeps back what the report of the files found so far takes. They are told while they are read. */
export function keepBackForReport(
  time: Pick<TimeLimit, 'keepBack'>,
): (reading: Pick<Extract<RunEvent, { kind: 'step' }>, 'step' | 'status' | 'files'>) => void {
  let beganAt = performance.now();
  return ({ step, status, files }) => {
    if (status === 'started') beganAt = performance.now();
    else if (status === 'progress' || step === 'index') {
      const share = files < MANY_FILES ? 0 : (performance.now() - beganAt) * REPORT_SHARE;
      const least = status === 'progress' ? SCOPE_RESERVE_MS : 0;
      time.keepBack(Math.max(least, files * REPORT_MS_PER_FILE, share));
    }
  };
}

export const limitTime = (interrupt: AbortSignal, deadlineMs: number | null): TimeLimit =>
  openTimeLimit(interrupt, deadlineMs, { reserveMs: 0 });
