/**
 * Carries out `--record FILE` and `--replay FILE`: opens the recording that a run writes, or reads one and gives its flags back to the
 * call, so that a replay runs with the options it was recorded with. The file itself: runs/open-recording.ts. Called by conduct.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { VerifyMode } from '../protocol/findings/claim-check.ts';
import { readModels } from '../protocol/reviewers/reviewer-models.ts';
import { type OpenRecording, type Replay, recordTo, replayFrom } from '../runs/open-recording.ts';
import { readVersion } from '../version.ts';
import type { Flags } from './playbooks.ts';
import { createRandomIds, createSystemClock } from './system.ts';

export type ReplayHead = Replay['head'];

interface RecordingCall {
  readonly flags: Flags;
  readonly cwd: string;
}

function systemPorts() {
  const clock = createSystemClock();
  return { clock, ids: createRandomIds(clock) };
}

const pathOf = ({ cwd }: RecordingCall, value: unknown): string | null =>
  typeof value === 'string' ? resolve(cwd, value) : null;

/** The options that shape a run: kept with it, so that a replay needs none of them. */
const SHAPING = [
  'model',
  'reviewers',
  'reviewerModel',
  'panel',
  'protocol',
  'minAgreement',
  'verify',
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
  'context',
  'contextText',
] as const;

/** Null where nothing is replayed. */
export async function openReplay(call: RecordingCall): Promise<Replay | null> {
  const path = pathOf(call, call.flags.replay);
  if (path !== null && call.flags.record !== undefined)
    throw new ReviewError('bad-value', '--record and --replay cannot be used together.');
  return path === null ? null : await replayFrom(path, systemPorts());
}

/** Recordings from before there was a second look have no answers for one. */
const UNVERIFIED = { verify: 'never' } as const satisfies { readonly verify: VerifyMode };

/** What was asked for when it was recorded, and what is asked for now. Only options that shape a run are taken from a file. */
export const withRecordedFlags = (replay: Replay | null, flags: Flags): Flags =>
  replay === null
    ? flags
    : { ...UNVERIFIED, ...readModels(replay.head.model), ...keepShaping(replay.head.flags), ...flags };

const keepShaping = (flags: Flags): Flags =>
  Object.fromEntries(SHAPING.flatMap((name) => (name in flags ? [[name, flags[name]]] : [])));

/** Over the journal of the run where it has one: the recording of a resumed run is whole. */
export function openRecording(
  call: RecordingCall,
  { model, verify }: { readonly model: string; readonly verify: VerifyMode },
  inner: OpenRecording | null,
): OpenRecording | null {
  const path = pathOf(call, call.flags.record);
  if (path === null) return inner;
  const flags = { ...keepShaping(call.flags), verify };
  return recordTo(path, { version: readVersion(), model, flags, inner, ...systemPorts() });
}
