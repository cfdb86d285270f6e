/** What earlier runs have paid for, from the user's state folder; not where a run is recorded or played. */

import { readVersion } from '../version.ts';
import type { Settings } from '../wiring/settings.ts';
import type { OpenReuse } from '../wiring/stored-runs.ts';
import type { Flags } from './program.ts';
import { findStateDir } from './state-folder.ts';
import type { Terminal } from './streams.ts';

/** Null where nothing is reused. */
export async function openReuse(terminal: Terminal, flags: Flags, settings: Settings): Promise<OpenReuse | null> {
  if (flags.record !== undefined || flags.replay !== undefined) return null;
  const place = { stateDir: findStateDir(terminal), version: readVersion(), mayRecall: flags.reuse !== false };
  const { openStoredReuse } = await import('../wiring/stored-runs.ts');
  return openStoredReuse(settings, place);
}

export function warnOfReuse(terminal: Terminal, open: OpenReuse | null): void {
  if (open !== null && open.warning !== null) terminal.stderr.write(`warning: ${open.warning}\n`);
}
