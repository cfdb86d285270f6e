/** The stored runs that this terminal can see. */
import { openRunHistory, type RunStore } from '../adapters/journal/run-store.ts';
import { createSystemClock } from '../adapters/system.ts';
import { findStateDir } from './state-place.ts';
import type { Terminal } from './streams.ts';

/** Null where no run was ever stored. */
export function openHistory(terminal: Terminal): RunStore | null {
  const history = openRunHistory({ stateDir: findStateDir(terminal), clock: createSystemClock() });
  for (const warning of history?.warnings ?? []) terminal.stderr.write(`warning: ${warning}\n`);
  return history;
}
