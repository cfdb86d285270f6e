/** A run of the command line as it is kept: where, under which command, and what is said about it when it ends. */
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { resolveStateDir } from '../context/store/state-dir.ts';
import type { Selection } from '../ports.ts';
import type { RunCommand, StoredRun } from '../protocol/stored-run.ts';
import { type ClaimedRun, type KeptRun, keepRun, markSettings, type RunPlace } from '../run-wiring.ts';
import type { Settings } from '../settings.ts';
import { readGuidance } from '../wiring.ts';
import { resumeCommand, warnOfKeeping } from './end-run.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { readVersion } from './version.ts';

export const stateDirOf = ({ workingDirectory, environment }: Terminal): string =>
  resolve(workingDirectory, resolveStateDir(environment, process.platform, homedir()));

export const runPlaceOf = (terminal: Terminal): RunPlace => ({
  stateDir: stateDirOf(terminal),
  ...terminal.runPlace,
});

/** Flags that are of this call alone, or may hold a password. */
const NOT_KEPT: ReadonlySet<string> = new Set(['replay', 'debug', 'database']);

export interface AskedRun {
  readonly command: Pick<RunCommand, 'name' | 'positional'> & { readonly flags: Flags };
  readonly settings: Settings;
  readonly selection: Selection;
  readonly mode: StoredRun['mode'];
  readonly model: string;
  /** The run to go on with; null for a new one. */
  readonly claimed: ClaimedRun | null;
  readonly signal: AbortSignal;
}

export async function openKeptRun(terminal: Terminal, asked: AskedRun): Promise<KeptRun> {
  const { command, settings, selection, mode, model, claimed, signal } = asked;
  const isKept = settings.config.journal && command.flags.replay === undefined;
  const flags = Object.fromEntries(Object.entries(command.flags).filter(([name]) => !NOT_KEPT.has(name)));
  const kept = await keepRun({
    place: isKept ? runPlaceOf(terminal) : null,
    claimed,
    facts: {
      root: await realpath(settings.repository.root),
      playbook: command.name,
      mode,
      model,
      selection: describeSelection(selection),
      command: { ...command, flags, cwd: terminal.workingDirectory },
      settings: markSettings(settings, { guidance: await readGuidance(settings.repository, selection) }),
      version: readVersion(),
    },
    selection,
    signal,
  });
  if (kept.id !== null) terminal.onStop?.(`Go on with: ${resumeCommand(kept.id)}`);
  return kept;
}

function describeSelection(selection: Selection): string {
  switch (selection.kind) {
    case 'auto':
      return 'what this branch changed';
    case 'all':
      return 'everything';
    case 'paths':
      return selection.patterns.join(' ');
    case 'staged':
      return 'what is staged';
    case 'commit':
      return `commit ${selection.revision}`;
    case 'range':
      return `${selection.base}..${selection.head ?? ''}`;
    case 'patch':
      return `patch from ${selection.origin}`;
  }
}

/** Ends the run that broke off: whoever can go on with it is told how. */
export async function failKeptRun(terminal: Terminal, kept: KeptRun, thrown: unknown): Promise<unknown> {
  const { error, canResume } = await kept.fail(thrown);
  warnOfKeeping(terminal, kept);
  if (canResume && kept.id !== null) terminal.stderr.write(`Go on with: ${resumeCommand(kept.id)}\n`);
  return error;
}
