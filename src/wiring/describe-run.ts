/**
 * Makes the record that the run store gets when a run begins: the call, the folder, and hashes of the settings that shape the result.
 * `requireSame` throws where they differ from those of a run to be resumed. Called by stored-runs.ts and fleet/. What is known at the
 * end of a run: engine/run-facts.ts.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { nameScope } from '../engine/name-scope.ts';
import { ReviewError } from '../errors.ts';
import type { Selection } from '../ports/repository.ts';
import type { SettingHashes, StoredRun } from '../protocol/report/stored-run.ts';
import type { RunFacts } from '../runs/store/run-store.ts';
import { readNotes } from './project-notes.ts';
import { usesModels } from './review-ports.ts';
import type { Settings } from './settings.ts';

export interface RunRequest {
  readonly playbook: { readonly name: StoredRun['playbook'] } & Pick<StoredRun, 'mode' | 'model'>;
  readonly command: StoredRun['command'];
  readonly settings: Settings;
  readonly selection: Selection;
  /** Of this program. */
  readonly version: string;
}

/** Flags that are of one call alone, or may hold a password. */
const NOT_KEPT: ReadonlySet<string> = new Set(['replay', 'debug', 'database']);

export type NewRun = Omit<RunFacts, 'id' | 'startedAt'>;

export async function describeRun({ playbook, command, settings, selection, version }: RunRequest): Promise<NewRun> {
  const { repository } = settings;
  const { name, mode, model } = playbook;
  const flags = Object.fromEntries(Object.entries(command.flags).filter(([flag]) => !NOT_KEPT.has(flag)));
  return {
    root: await realpath(repository.root),
    playbook: name,
    mode,
    model,
    selection: nameScope(selection, settings.rules),
    command: { ...command, flags },
    settings: hashSettings(settings, {
      guidance: usesModels(settings) ? await readNotes(repository, selection, settings.config) : [],
      ...(settings.context === undefined ? {} : { context: settings.context }),
    }),
    version,
  };
}

/** Settings that decide how a run is shown or how long it may take, not what it says. */
const FREE_SETTINGS: ReadonlySet<string> = new Set([
  'deadlineMs',
  'agentTimeoutMs',
  'callTimeoutMs',
  'failOn',
  'allowPartial',
  'acceptNotAssessed',
  'allowEmpty',
  'format',
  'journal',
  'suppressions',
  'severityOverrides',
]);

const hashValue = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);

/** Hashes, not values: the store need not know them to see that one has changed. */
const hashSettings = (
  { config, roster, rules, ownRules, trustsRepository }: Settings,
  more: Readonly<Record<string, unknown>>,
): SettingHashes =>
  Object.fromEntries(
    Object.entries({
      ...config,
      roster,
      ignoreLines: rules.ignoreLines,
      trustsRepository,
      ownRules: ownRules?.hash ?? null,
      ...more,
    })
      .filter(([name]) => !FREE_SETTINGS.has(name))
      .map(([name, value]) => [name, hashValue(value)]),
  );

/** Throws ReviewError where the run would go on with other settings than it began with. */
export function requireSame(began: Pick<StoredRun, 'settings'>, { settings }: Pick<StoredRun, 'settings'>): void {
  const names = new Set([...Object.keys(settings), ...Object.keys(began.settings)]);
  const changed = [...names].filter((name) => settings[name] !== began.settings[name]).sort();
  if (changed.length > 0)
    throw new ReviewError('stale-run', `settings have changed since: ${changed.join(', ')}.`, {
      advice: 'Restore them and resume again, or run the command again.',
    });
}
