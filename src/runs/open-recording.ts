/**
 * Opens one of three ways to keep the results of a run's effects (calls, scans): `openJournalRecording` in the journal of a stored run
 * (wiring/stored-runs.ts, fleet/), `recordTo` in a file (`--record`), `replayFrom` reads such a file back and nothing is performed
 * (`--replay`; both wiring/recording-flags.ts). Each also gives the nonces, clock and run id of the run.
 */

import { appendFileSync, writeFileSync } from 'node:fs';
import { ReviewError } from '../errors.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Journal, Kept, Step } from '../ports/journal.ts';
import { readNamedFileSync } from '../storage/read-named-file.ts';
import { chooseNonce as chooseAnyNonce, deriveNonce } from './nonces.ts';
import {
  formatRecordingLine,
  type Nonces,
  type ParsedRecording,
  RECORDING_SCHEMA,
  type RecordedAnalysis,
  type RecordedScope,
  type RecordingHead,
  type RunRecording,
} from './recording-file.ts';
import type { RecordingLine } from './recording-schema.ts';
import type { OpenRun } from './store/open-run.ts';

export interface OpenRecording {
  readonly recording: RunRecording;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How often the run was continued after an interruption. */
  readonly resumed: number;
  /** When it first began. */
  readonly startedAt: number;
  /** The run has ended; a recording without its end cannot be replayed. */
  end(finishedAt: number): void;
}

export interface RecordingFacts {
  readonly version: string;
  readonly model: string;
  readonly flags: RecordingHead['flags'];
  readonly note?: string;
  /** Nonces by their key; random ones where nobody chooses them. */
  readonly chooseNonce?: (key: string) => string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where the run is kept anyway. */
  readonly inner?: OpenRecording | null;
}

const fail = (path: string, error: unknown): never => {
  throw new ReviewError('unreadable-input', `${path}: ${error instanceof Error ? error.message : String(error)}.`);
};

/** The first answer is when the run began. */
function startAt(clock: Clock, startedAt: number): Clock {
  let isFirst = true;
  const now = (): number => {
    if (!isFirst) return clock.now();
    isFirst = false;
    return startedAt;
  };
  return { ...clock, now };
}

export interface JournalFacts {
  readonly run: Pick<OpenRun, 'id' | 'startedAt' | 'seed' | 'resumed'>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Every nonce comes from the seed of the run: nobody outside can guess it, and a resumed run derives it again. */
export const openJournalRecording = ({ run, journal, clock, ids }: JournalFacts): OpenRecording => ({
  recording: {
    kind: 'journal',
    journal,
    nonces: { next: (key) => deriveNonce(run.seed, key) },
    analyses: [],
    keepAnalysis: null,
  },
  clock: startAt(clock, run.startedAt),
  ids: { ...ids, runId: () => run.id },
  resumed: run.resumed,
  startedAt: run.startedAt,
  end: () => undefined,
});

const lineOf = (kind: string, key: string, value: unknown): RecordingLine | null => {
  switch (kind) {
    case 'call':
      return { kind, call: value } as RecordingLine;
    case 'scope':
      return { kind, files: (value as RecordedScope).marks };
    case 'semgrep':
      return { kind, scan: value } as RecordingLine;
    // Who plays it has what the reviewers said of it.
    case 'scan':
      return null;
    default:
      return { kind: 'step', key, value };
  }
};

/** Written line by line as the run goes on. */
export function recordTo(path: string, facts: RecordingFacts): OpenRecording {
  const { version, model, flags, note = null, clock, ids, inner = null } = facts;
  const { chooseNonce = chooseAnyNonce } = facts;
  const ownClock = inner?.clock ?? clock;
  const startedAt = ownClock.now();
  const runId = (inner?.ids ?? ids).runId();
  const write = (line: RecordingLine): void => appendFileSync(path, formatRecordingLine(line));
  try {
    writeFileSync(path, '', { mode: 0o600 });
    write({ kind: 'head', schema: RECORDING_SCHEMA, version, model, runId, startedAt, flags, note });
  } catch (error) {
    fail(path, error);
  }
  const nonces: Nonces = {
    next(key) {
      const word = inner?.recording.nonces.next(key) ?? chooseNonce(key);
      write({ kind: 'nonce', key, word });
      return word;
    },
  };
  const journal: Journal = {
    async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
      const kept = inner === null ? await make(effect) : await inner.recording.journal.step(step, effect);
      const line = lineOf(step.kind, step.key, kept.value);
      if (line !== null) write(line);
      return kept;
    },
  };
  const keepAnalysis = (analysis: RecordedAnalysis): void => write({ kind: 'analysis', ...analysis });
  return {
    recording: { kind: inner?.recording.kind ?? 'record', journal, nonces, analyses: [], keepAnalysis },
    clock: startAt(ownClock, startedAt),
    ids: { ...ids, runId: () => runId },
    resumed: inner?.resumed ?? 0,
    startedAt,
    end: (finishedAt) => write({ kind: 'end', finishedAt }),
  };
}

const make = async <T>(effect: (lost: number) => Promise<T>): Promise<Kept<T>> => ({
  value: await effect(0),
  isRecorded: false,
  lost: 0,
});

export interface Replay extends OpenRecording {
  readonly head: RecordingHead;
  /** Throws where another version made the recording, and this one has asked something that it did not. */
  requireFit(version: string): void;
}

/** Nothing is made: what is not in the recording, or not in these words, is refused. */
function createReplayJournal({ calls, scope, semgrep, steps }: ParsedRecording, onOtherCall: () => void): Journal {
  const byKey = new Map(calls.map((call) => [`call/${call.key}`, call]));
  const find = ({ key, kind, inputHash }: Pick<Step<never>, 'key' | 'kind' | 'inputHash'>): unknown => {
    if (kind === 'scope') return { marks: scope } satisfies RecordedScope;
    if (kind === 'semgrep') return semgrep ?? undefined;
    const call = byKey.get(key);
    if (call !== undefined && call.question !== inputHash)
      throw stale(`${key} was recorded with another question: other settings or another version`);
    return call ?? steps.get(key);
  };
  return {
    async step<T>(step: Step<T>): Promise<Kept<T>> {
      try {
        const value = find(step);
        if (value === undefined)
          throw stale(`${step.key} is not in the recording: this run differs from the recorded one`);
        return { value: value as T, isRecorded: true, lost: 0 };
      } catch (error) {
        if (step.kind === 'call') onOtherCall();
        throw error;
      }
    },
  };
}

const stale = (detail: string): ReviewError => new ReviewError('stale-recording', detail);

export async function replayFrom(path: string, { clock, ids }: Pick<RecordingFacts, 'clock' | 'ids'>): Promise<Replay> {
  let text = '';
  try {
    text = readNamedFileSync(path);
  } catch (error) {
    fail(path, error);
  }
  const { parseRecording } = await import('./parse-recording.ts');
  const recording = parseRecording(text);
  if (typeof recording === 'string') {
    throw new ReviewError('unreadable-input', `${path}: ${recording}.`, { advice: 'Record it again with --record.' });
  }
  const { head, nonces, analyses, finishedAt } = recording;
  let hasOtherCall = false;
  const onOtherCall = (): void => {
    hasOtherCall = true;
  };
  return {
    head,
    requireFit(version) {
      if (hasOtherCall && head.version !== version)
        throw new ReviewError(
          'stale-recording',
          `version ${head.version} made it, and version ${version} with these settings asks models something else.`,
          {
            advice: `Replay it with consensus-review@${head.version}, or record the run again with --record.`,
          },
        );
    },
    recording: {
      kind: 'replay',
      journal: createReplayJournal(recording, onOtherCall),
      nonces: { next: (key) => nonces.get(key) ?? 'unrecorded' },
      analyses,
      keepAnalysis: null,
    },
    clock: startAt({ ...clock, now: () => finishedAt }, head.startedAt),
    ids: { ...ids, runId: () => head.runId },
    resumed: 0,
    startedAt: head.startedAt,
    end: () => undefined,
  };
}
