/** Runs that a command reads, wherever they are kept. */
import type { RunHistory } from '../ports/run-history.ts';

/** Of this machine or of a fleet. */
export type ReadableRuns = Omit<RunHistory, 'prune' | 'forget'>;

export interface MeantRuns {
  /** Null where no run was ever stored. */
  readonly history: ReadableRuns | null;
  /** Whose runs are meant: the folder, or the project as a fleet knows it. */
  readonly root: string;
}
