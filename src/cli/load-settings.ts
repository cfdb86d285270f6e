/**
 * Loads the settings (wiring/settings.ts) for a command: takes root and configuration file from its flags, relative to the current
 * folder. Called by the commands `config`, `doctor`, `index` and `search`.
 */
import { resolve } from 'node:path';
import type { Selection } from '../ports/repository.ts';
import { type LoadedSettings, loadSettings } from '../wiring/settings.ts';
import type { Flags } from './command-declaration.ts';
import { findStateDir } from './state-folder.ts';
import type { Terminal } from './streams.ts';

export function loadCliSettings(terminal: Terminal, flags: Flags, selection: Selection): Promise<LoadedSettings> {
  const fromHere = (path: unknown): string | null =>
    typeof path === 'string' ? resolve(terminal.workingDirectory, path) : null;
  return loadSettings({
    root: fromHere(flags.C) ?? terminal.workingDirectory,
    selection,
    configPath: fromHere(flags.config),
    environment: terminal.environment,
    flags,
    stateDir: findStateDir(terminal),
  });
}
