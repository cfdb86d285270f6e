/**
 * Declares the types of the stored runs that a command reads, of this machine or of a fleet. Types only; run-history.ts and
 * fleet-runs.ts open them.
 */
import type { RunHistory } from '../ports/run-history.ts';

/** Of this machine or of a fleet. */
export type ReadableRuns = Omit<RunHistory, 'prune' | 'forget'>;

export interface MeantRuns {
  /** Null where no run was ever stored. */
  readonly history: ReadableRuns | null;
  /** Whose runs are meant: the folder, or the project as a fleet knows it. */
  readonly root: string;
}
