/** `--record FILE` and `--replay FILE`: a run with its model calls, kept and played again. */
import { resolve } from 'node:path';
import { createRandomIds, createSystemClock } from '../adapters/system.ts';
import { ReviewError } from '../errors.ts';
import { type OpenTape, recordTo, replayFrom } from '../open-tape.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { readVersion } from './version.ts';

function systemPorts() {
  const clock = createSystemClock();
  return { clock, ids: createRandomIds(clock) };
}

const pathOf = ({ workingDirectory }: Terminal, value: unknown): string | null =>
  typeof value === 'string' ? resolve(workingDirectory, value) : null;

export function openReplay(terminal: Terminal, flags: Flags): (OpenTape & { readonly model: string }) | null {
  const path = pathOf(terminal, flags.replay);
  if (path !== null && flags.record !== undefined) {
    throw new ReviewError('bad-value', '--record and --replay cannot be used together.');
  }
  return path === null ? null : replayFrom(path, systemPorts());
}

export function openRecording(terminal: Terminal, flags: Flags, model: string): OpenTape | null {
  const path = pathOf(terminal, flags.record);
  return path === null ? null : recordTo(path, { version: readVersion(), model, ...systemPorts() });
}
