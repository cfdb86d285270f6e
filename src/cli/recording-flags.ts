/** `--record FILE` and `--replay FILE`: a run with its model calls, kept and played again. */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { readModels } from '../protocol/reviewers/reviewer-models.ts';
import { type OpenTape, type Replay, recordTo, replayFrom } from '../runs/open-recording.ts';
import { readVersion } from '../version.ts';
import { createRandomIds, createSystemClock } from '../wiring/system.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

function systemPorts() {
  const clock = createSystemClock();
  return { clock, ids: createRandomIds(clock) };
}

const pathOf = ({ workingDirectory }: Terminal, value: unknown): string | null =>
  typeof value === 'string' ? resolve(workingDirectory, value) : null;

/** The options that shape a run: kept with it, so that a replay needs none of them. */
const SHAPING = [
  'model',
  'reviewers',
  'reviewerModel',
  'panel',
  'protocol',
  'minAgreement',
  'fallback',
  'waves',
  'concurrency',
  'maxTokens',
  'maxCost',
  'include',
  'exclude',
  'mode',
  'dimensions',
  'cells',
  'agents',
  'ignoreVetoes',
  'trustRepository',
] as const;

export function openReplay(terminal: Terminal, flags: Flags): Replay | null {
  const path = pathOf(terminal, flags.replay);
  if (path !== null && flags.record !== undefined) {
    throw new ReviewError('bad-value', '--record and --replay cannot be used together.');
  }
  if (path === null) return null;
  const replay = replayFrom(path, systemPorts());
  const { note, startedAt, model } = replay.head;
  const when = new Date(startedAt).toISOString().slice(0, 10);
  if (flags.quiet !== true) {
    terminal.stderr.write(`Replay of a run with ${model}, recorded ${when}.${note === null ? '' : ` ${note}`}\n`);
  }
  return replay;
}

/** What was asked for when it was recorded, and what is asked for now. */
export const flagsOf = (replay: Replay | null, flags: Flags): Flags =>
  replay === null ? flags : { ...readModels(replay.head.model), ...replay.head.flags, ...flags };

/** Over the journal of the run where it has one: the recording of a resumed run is whole. */
export function openRecording(
  terminal: Terminal,
  flags: Flags,
  model: string,
  inner: OpenTape | null,
): OpenTape | null {
  const path = pathOf(terminal, flags.record);
  if (path === null) return inner;
  const shaping = Object.fromEntries(SHAPING.flatMap((name) => (name in flags ? [[name, flags[name]]] : [])));
  return recordTo(path, { version: readVersion(), model, flags: shaping, inner, ...systemPorts() });
}
