/**
 * Defines `RunCall`, what a caller asks for (playbook, folder, selection, flags), and what conduct.ts and plan-run.ts both do with it:
 * the request for settings, opening index and review cache, adding the history (`--history`), passing warnings on.
 */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openContextStore } from '../context/store/sqlite-store.ts';
import { ReviewError } from '../errors.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { Selection } from '../ports/repository.ts';
import { readVersion } from '../version.ts';
import type { Environment } from './config.ts';
import type { Flags, PlaybookName } from './playbooks.ts';
import { usesModels } from './review-ports.ts';
import type { Settings, SettingsRequest } from './settings.ts';
import type { OpenReuse, RunPlace } from './stored-runs.ts';

/** What somebody asks for, in the words of the command line. */
export interface RunCall {
  readonly playbook: PlaybookName;
  /** Folder to review. */
  readonly root: string;
  readonly selection: Selection;
  readonly flags: Flags;
  /** Scope arguments as they were written: kept with the run, for `resume` and `runs show`. */
  readonly positional: readonly string[];
  /** Where relative paths of the flags begin. */
  readonly cwd: string;
  /** Settings and keys of providers. */
  readonly environment: Environment;
  /** Where runs, reviews and the index are kept; null keeps nothing. */
  readonly place: RunPlace | null;
  /** When a deadline begins to count, as `performance.now()` tells it; with the run where it is left out. */
  readonly beganAt?: number;
}

/** What its settings are loaded by. `--config FILE` stands instead of the file in the root. */
export const settingsRequestOf = ({ root, selection, flags, cwd, environment, place }: RunCall): SettingsRequest => ({
  root,
  selection,
  flags,
  environment,
  configPath: typeof flags.config === 'string' ? resolve(cwd, flags.config) : null,
  stateDir: place?.stateDir ?? null,
});

/** What settings were not applied is said at once, and stands in the report too. */
export function tellWarnings({ warnings }: Settings, surface: { warn(message: string): void }): void {
  for (const warning of warnings) surface.warn(warning.replace(/^⚠️ /u, ''));
}

/** Without a state folder the index ends with the run. Where `time` is up, closing it does not wait for the disk. */
export const openStore = async (
  { root, cwd, place }: RunCall,
  { signal }: { readonly signal: AbortSignal },
): Promise<ContextStore> =>
  openContextStore({
    stateDir: place?.stateDir ?? null,
    root: await realpath(resolve(cwd, root)),
    isLate: () => signal.reason === 'deadline',
  });

/** What needs the history is loaded where it is asked for. Throws ReviewError where nobody could search it. */
export async function addHistory<T extends Settings>(settings: T, flags: Flags): Promise<T> {
  if (flags.history !== true) return settings;
  if (flags.database !== undefined)
    throw new ReviewError('bad-value', '--history: the workers of a fleet get files and no commits.', {
      advice: 'Run it on this machine, without --database.',
    });
  return (await import('./secret-history.ts')).addSecretHistory(settings);
}

/** A review of a change looks at the files that it breaks elsewhere. */
export const addBroken = async <T extends Settings>(settings: T, { playbook, flags }: RunCall): Promise<T> =>
  playbook === 'review' && flags.replay === undefined
    ? (await import('./dependent-files.ts')).addDependents(settings)
    : settings;

/** Null where nothing is reused: a recording holds what was asked, and a replay or an embedded reviewer asks nobody. */
export async function openReuse({ flags, place }: RunCall, settings: Settings): Promise<OpenReuse | null> {
  if (place === null || flags.record !== undefined || flags.replay !== undefined || !usesModels(settings)) return null;
  const { stateDir } = place;
  const { openStoredReuse } = await import('./stored-runs.ts');
  return openStoredReuse(settings, { stateDir, version: readVersion(), mayReadCache: flags.reuse !== false });
}

export function warnOf(
  surface: { warn(message: string): void },
  ...opened: readonly ({ warning: string | null } | null)[]
): void {
  for (const { warning } of opened.filter((each) => each !== null)) if (warning !== null) surface.warn(warning);
}
