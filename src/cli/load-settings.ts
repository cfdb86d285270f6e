/** Settings as the command line asks for them: root and configuration file relative to the current folder. */
import { resolve } from 'node:path';
import type { Selection } from '../ports/repository.ts';
import { loadSettings, type Settings } from '../wiring/settings.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

export function loadCliSettings(terminal: Terminal, flags: Flags, selection: Selection): Promise<Settings> {
  const fromHere = (path: unknown): string | null =>
    typeof path === 'string' ? resolve(terminal.workingDirectory, path) : null;
  return loadSettings({
    root: fromHere(flags.C) ?? terminal.workingDirectory,
    selection,
    configPath: fromHere(flags.config),
    environment: terminal.environment,
    flags,
  });
}
