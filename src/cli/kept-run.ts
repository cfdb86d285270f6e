/** A run of the command line as it is kept: where, under which command, and what is said about it when it ends. */
import type { RunCommand } from '../protocol/report/stored-run.ts';
import { readVersion } from '../version.ts';
import { type KeepRequest, type KeptRun, keepRun, type RunPlace } from '../wiring/stored-runs.ts';
import { resumeCommand, warnOfKeeping } from './end-run.ts';
import { findStateDir } from './state-folder.ts';
import type { Terminal } from './streams.ts';

export const runPlaceOf = (terminal: Terminal): RunPlace => ({
  stateDir: findStateDir(terminal),
  ...terminal.runPlace,
});

export type AskedRun = Omit<KeepRequest, 'place' | 'command' | 'version'> & {
  readonly command: Omit<RunCommand, 'cwd'>;
};

export async function openKeptRun(terminal: Terminal, asked: AskedRun): Promise<KeptRun> {
  const { command, settings } = asked;
  const isKept = settings.config.journal && command.flags.replay === undefined;
  const kept = await keepRun({
    ...asked,
    place: isKept ? runPlaceOf(terminal) : null,
    command: { ...command, cwd: terminal.workingDirectory },
    version: readVersion(),
  });
  if (kept.id !== null) terminal.onStop?.(`Go on with: ${resumeCommand(kept.id)}`);
  return kept;
}

/** Ends the run that broke off: whoever can go on with it is told how. */
export async function failKeptRun(terminal: Terminal, kept: KeptRun, thrown: unknown): Promise<unknown> {
  const { error, canResume } = await kept.fail(thrown);
  warnOfKeeping(terminal, kept);
  if (canResume && kept.id !== null) terminal.stderr.write(`Go on with: ${resumeCommand(kept.id)}\n`);
  return error;
}
