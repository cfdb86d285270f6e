/** The stored runs that this terminal can see. */
import { openRunHistory } from '../adapters/journal/run-store.js';
import { createSystemClock } from '../adapters/system.js';
import { findStateDir } from './state-place.js';
/** Null where no run was ever stored. */
export function openHistory(terminal) {
    const history = openRunHistory({ stateDir: findStateDir(terminal), clock: createSystemClock() });
    for (const warning of history?.warnings ?? [])
        terminal.stderr.write(`warning: ${warning}\n`);
    return history;
}
