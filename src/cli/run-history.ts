/**
 * Opens the stored runs that a command reads, those of this machine or with `--database` those of a fleet (fleet-runs.ts), and prints
 * warnings of the store. Called by the commands that take a stored run, such as `report`, `runs`, `fix` and `post`.
 */
import { openRunHistory, type RunStore } from '../runs/store/run-store.ts';
import { createSystemClock } from '../wiring/system.ts';
import type { Flags } from './command-declaration.ts';
import type { MeantRuns } from './select-runs.ts';
import { findRoot, findStateDir } from './state-folder.ts';
import type { Terminal } from './streams.ts';

/** Null where no run was ever stored. */
export function openHistory(terminal: Terminal, mayOnlyRead = true): RunStore | null {
  const history = openRunHistory({ stateDir: findStateDir(terminal), clock: createSystemClock() }, mayOnlyRead);
  for (const warning of history?.warnings ?? []) terminal.stderr.write(`warning: ${warning}\n`);
  return history;
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
