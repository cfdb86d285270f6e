/**
 * The Clock and Ids ports: the time, timeouts, and fresh ids of runs and branches, injected so that tests and replays are
 * deterministic. Implemented by wiring/system.ts.
 */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborts after that time; never keeps the process alive. */
  timeout(milliseconds: number): AbortSignal;
}

/** Fresh identifiers of a run; injected so that tests and replays are deterministic. */
export interface Ids {
  runId(): string;
  branchId(): string;
}
