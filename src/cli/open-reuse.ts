/** What earlier runs have paid for, from the user's state folder; only where models are asked and nothing is recorded or played. */
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { resolveStateDir } from '../context/store/state-dir.ts';
import type { RunReuse } from '../reuse-wiring.ts';
import type { Settings } from '../settings.ts';
import { usesModels } from '../wiring.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { readVersion } from './version.ts';

export interface OpenReuse extends Disposable {
  readonly reuse: RunReuse;
  /** What the user should know; null where all is well. */
  readonly warning: string | null;
}

/** Null where nothing is reused: no model is asked, the run is not kept, or it is recorded or played. */
export async function openReuse(
  { workingDirectory, environment }: Terminal,
  flags: Flags,
  settings: Settings,
): Promise<OpenReuse | null> {
  if (!(usesModels(settings) && settings.config.journal)) return null;
  if (flags.record !== undefined || flags.replay !== undefined) return null;
  const [{ openRecollections }, { createReuse }] = await Promise.all([
    import('../adapters/recollections/sqlite-recollections.ts'),
    import('../reuse-wiring.ts'),
  ]);
  const stateDir = resolve(workingDirectory, resolveStateDir(environment, process.platform, homedir()));
  const recollections = openRecollections({ stateDir, now: Date.now });
  const facts = {
    config: settings.config,
    root: await realpath(settings.repository.root),
    version: readVersion(),
  };
  return {
    reuse: await createReuse(recollections, facts, flags.reuse !== false),
    get warning() {
      return recollections.warning;
    },
    [Symbol.dispose]: () => recollections[Symbol.dispose](),
  };
}

export function warnOfReuse(terminal: Terminal, open: OpenReuse | null): void {
  if (open !== null && open.warning !== null) terminal.stderr.write(`warning: ${open.warning}\n`);
}
