/**
 * A recorded run as lines of JSON: who asked for what, what was answered, and every word that chance made, so that the same
 * report comes out byte for byte (record and replay). Reads any text; says what is wrong with it.
 */
import type { RecordedCall } from './recording.ts';

export const TAPE_SCHEMA = 'consensus-review/recording@1';

/** Words nobody can guess, by what they are for. */
export interface Nonces {
  next(key: string): string;
}

export interface TapeHead {
  readonly schema: typeof TAPE_SCHEMA;
  readonly version: string;
  readonly model: string;
  readonly runId: string;
  readonly startedAt: number;
}

export type Tape =
  | { readonly kind: 'record'; readonly keep: (call: RecordedCall) => void; readonly nonces: Nonces }
  | { readonly kind: 'replay'; readonly calls: readonly RecordedCall[]; readonly nonces: Nonces };

type TapeLine =
  | ({ readonly kind: 'head' } & TapeHead)
  | { readonly kind: 'nonce'; readonly key: string; readonly word: string }
  | { readonly kind: 'call'; readonly call: RecordedCall }
  | { readonly kind: 'end'; readonly finishedAt: number };

export interface Recording {
  readonly head: TapeHead;
  readonly nonces: ReadonlyMap<string, string>;
  readonly calls: readonly RecordedCall[];
  readonly finishedAt: number;
}

export const formatTapeLine = (line: TapeLine): string => `${JSON.stringify(line)}\n`;

const parseLine = (text: string): TapeLine | null => {
  try {
    const line = JSON.parse(text) as TapeLine | null;
    return typeof line === 'object' && line !== null && typeof line.kind === 'string' ? line : null;
  } catch {
    return null;
  }
};

/** The recording, or in words why it is none. */
export function parseTape(text: string): Recording | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map(parseLine);
  const broken = parsed.indexOf(null);
  if (broken >= 0) return `line ${broken + 1} is not a line of a recording`;
  const [head] = parsed;
  if (head?.kind !== 'head' || head.schema !== TAPE_SCHEMA) return `the first line is not the head of ${TAPE_SCHEMA}`;
  const end = parsed.findLast((line) => line?.kind === 'end');
  if (end?.kind !== 'end') return 'the recording has no end: the run that made it was interrupted';
  return {
    head,
    nonces: new Map(parsed.flatMap((line) => (line?.kind === 'nonce' ? [[line.key, line.word] as const] : []))),
    calls: parsed.flatMap((line) => (line?.kind === 'call' ? [line.call] : [])),
    finishedAt: end.finishedAt,
  };
}
