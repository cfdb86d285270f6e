/** Opens a recording to be written or played: words of chance, time and run id come from it too. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { ReviewError } from './errors.ts';
import type { Clock, Ids } from './ports.ts';
import {
  formatTapeLine,
  type Nonces,
  parseTape,
  TAPE_SCHEMA,
  type Tape,
  type TapeHead,
} from './reviewers/model/tape.ts';

export interface OpenTape {
  readonly tape: Tape;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The run has ended; a recording without its end cannot be played. */
  end(finishedAt: number): void;
}

export interface TapeFacts {
  readonly version: string;
  readonly model: string;
  readonly flags: TapeHead['flags'];
  readonly note?: string;
  /** Words of chance by their key; random ones where nobody chooses them. */
  readonly chooseWord?: (key: string) => string;
  readonly clock: Clock;
  readonly ids: Ids;
}

const fail = (path: string, error: unknown): never => {
  throw new ReviewError('unreadable-input', `${path}: ${error instanceof Error ? error.message : String(error)}.`);
};

/** Written line by line as the run goes on. */
export function recordTo(path: string, facts: TapeFacts): OpenTape {
  const { version, model, flags, note = null, clock, ids } = facts;
  const { chooseWord = () => randomBytes(8).toString('hex') } = facts;
  const startedAt = clock.now();
  const runId = ids.runId();
  const write = (line: Parameters<typeof formatTapeLine>[0]): void => appendFileSync(path, formatTapeLine(line));
  try {
    writeFileSync(path, '', { mode: 0o600 });
    write({ kind: 'head', schema: TAPE_SCHEMA, version, model, runId, startedAt, flags, note });
  } catch (error) {
    fail(path, error);
  }
  const nonces: Nonces = {
    next(key) {
      const word = chooseWord(key);
      write({ kind: 'nonce', key, word });
      return word;
    },
  };
  let isFirst = true;
  const now = (): number => {
    if (!isFirst) return clock.now();
    isFirst = false;
    return startedAt;
  };
  return {
    tape: {
      kind: 'record',
      nonces,
      keep: (call) => write({ kind: 'call', call }),
      keepScope: (files) => write({ kind: 'scope', files }),
      keepAnalysis: (analysis) => write({ kind: 'analysis', ...analysis }),
      keepSemgrep: (scan) => write({ kind: 'semgrep', scan }),
    },
    clock: { ...clock, now },
    ids: { ...ids, runId: () => runId },
    end: (finishedAt) => write({ kind: 'end', finishedAt }),
  };
}

export interface Replay extends OpenTape {
  readonly head: TapeHead;
}

export function replayFrom(path: string, { clock, ids }: Pick<TapeFacts, 'clock' | 'ids'>): Replay {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    fail(path, error);
  }
  const recording = parseTape(text);
  if (typeof recording === 'string') {
    throw new ReviewError('unreadable-input', `${path}: ${recording}.`, { advice: 'Record it again with --record.' });
  }
  const { head, nonces, finishedAt, ...kept } = recording;
  let isFirst = true;
  const now = (): number => {
    const at = isFirst ? head.startedAt : finishedAt;
    isFirst = false;
    return at;
  };
  return {
    head,
    tape: { kind: 'replay', ...kept, nonces: { next: (key) => nonces.get(key) ?? 'unrecorded' } },
    clock: { ...clock, now },
    ids: { ...ids, runId: () => head.runId },
    end: () => undefined,
  };
}
