/** Settings as the command line asks for them: root and configuration file relative to the current folder. */
import { resolve } from 'node:path';
import type { Selection } from '../ports/repository.ts';
import { loadSettings, type Settings } from '../wiring/settings.ts';
import { ignoreOwn, readFileOutputs } from './outputs.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

/** The settings for a run that writes files: what it writes is no part of its scope. */
export function leaveOutOwn(terminal: Terminal, settings: Settings, flags: Flags): Settings {
  const files = [
    ...readFileOutputs(flags).map(({ path }) => path),
    ...[flags.record].filter((path) => typeof path === 'string'),
  ];
  const { rules, repository } = settings;
  const own = ignoreOwn(
    repository.root,
    files.map((path) => resolve(terminal.workingDirectory, path)),
  );
  return own.length === 0
    ? settings
    : { ...settings, rules: { ...rules, ignoreLines: [...rules.ignoreLines, ...own] } };
}

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
