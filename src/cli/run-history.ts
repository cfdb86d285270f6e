/** The stored runs that this terminal can see, and the folder whose runs are meant. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { openRunHistory, type RunStore } from '../adapters/journal/run-store.ts';
import { createSystemClock } from '../adapters/system.ts';
import { resolveStateDir } from '../context/store/state-dir.ts';
import type { RunHistory } from '../ports.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

export const findStateDir = ({ workingDirectory, environment }: Terminal): string =>
  resolve(workingDirectory, resolveStateDir(environment, process.platform, homedir()));

/** Null where no run was ever stored. */
export const openHistory = (terminal: Terminal): RunStore | null =>
  openRunHistory({ stateDir: findStateDir(terminal), clock: createSystemClock() });

/** Runs to read: of this machine or of a fleet. */
export type ReadableRuns = Omit<RunHistory, 'prune' | 'forget'>;

export interface MeantRuns {
  /** Null where no run was ever stored. */
  readonly history: ReadableRuns | null;
  /** Whose runs are meant: the folder, or the project as a fleet knows it. */
  readonly root: string;
}

/** The runs that are meant: of this machine, or with `--database` those of a fleet. */
export async function withRuns<T>(
  terminal: Terminal,
  flags: Flags,
  work: (meant: MeantRuns) => Promise<T>,
): Promise<T> {
  const root = findRoot(terminal, flags);
  if (flags.database !== undefined) {
    const { withFleetRuns } = await import('./fleet-runs.ts');
    return withFleetRuns(terminal, flags, root, work);
  }
  using history = openHistory(terminal);
  return await work({ history, root });
}

/** `-C DIR`, else the current folder; it may be gone by now. */
export function findRoot({ workingDirectory }: Terminal, flags: Flags): string {
  const root = resolve(workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
