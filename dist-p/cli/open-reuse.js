/** What earlier runs have paid for, from the user's state folder; not where a run is recorded or played. */
import { openStoredReuse } from '../open-reuse.js';
import { findStateDir } from './state-place.js';
import { readVersion } from './version.js';
/** Null where nothing is reused. */
export async function openReuse(terminal, flags, settings) {
    if (flags.record !== undefined || flags.replay !== undefined)
        return null;
    const place = { stateDir: findStateDir(terminal), version: readVersion(), mayRecall: flags.reuse !== false };
    return openStoredReuse(settings, place);
}
export function warnOfReuse(terminal, open) {
    if (open !== null && open.warning !== null)
        terminal.stderr.write(`warning: ${open.warning}\n`);
}
