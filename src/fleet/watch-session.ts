/**
 * Declares the types with which a worker reports what happens in one run on this worker (events, calls, scans). Implemented in
 * cli/progress/watch-worker.ts; called by run-session.ts.
 */
import type { Emit } from '../ports/events.ts';
import type { EffectWatch, RunEnding } from '../ports/telemetry.ts';
import type { RunSpec } from './run-spec.ts';

export interface SessionWatch {
  readonly emit: Emit;
  readonly effects: EffectWatch;
  /** The run has its report, and it was made here. */
  end(ending: RunEnding): void;
  /** Nothing more of the run happens here. */
  leave(): void;
}

export interface WatchedSession {
  readonly runId: string;
  /** How often the run was taken up, the first time included. */
  readonly take: number;
  readonly trace: RunSpec['trace'];
}

/** Null where nobody wants to know. */
export type WatchSession = (session: WatchedSession) => SessionWatch | null;
