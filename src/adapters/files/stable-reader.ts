/**
 * Text of files on disk that stays what it was when it was first read. The first 64 MB are kept; beyond that only a
 * hash is, and a file that has changed since reads as `unreadable` rather than as another text.
 */
import { createHash } from 'node:crypto';
import type { ReadOutcome } from '../../ports.ts';
import type { BytesOutcome } from './contained-read.ts';
import { decodeText } from './decode-text.ts';

const MAX_KEPT_BYTES = 64_000_000;

export interface StableReader {
  read(path: string): Promise<ReadOutcome>;
  /** Remembers what was already read of a file that had not been asked for. */
  prime(path: string, bytes: BytesOutcome): void;
}

export const toReadOutcome = (outcome: BytesOutcome): ReadOutcome => {
  if (outcome.kind === 'bytes') return decodeText(outcome.bytes);
  return outcome.kind === 'missing' ? { kind: 'unusable', reason: 'unreadable' } : outcome;
};

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex');

export function createStableReader(
  readBytes: (path: string) => Promise<BytesOutcome>,
  maxKeptBytes = MAX_KEPT_BYTES,
): StableReader {
  /** The outcome itself, or the hash of a text that was not kept. */
  const known = new Map<string, Promise<ReadOutcome> | string>();
  let keptBytes = 0;

  const keep = async (path: string, reading: Promise<BytesOutcome> | BytesOutcome): Promise<ReadOutcome> => {
    const outcome = toReadOutcome(await reading);
    if (outcome.kind === 'unusable') return outcome;
    if (keptBytes + outcome.bytes > maxKeptBytes) known.set(path, fingerprint(outcome.text));
    else keptBytes += outcome.bytes;
    return outcome;
  };

  const readAgain = async (path: string, hash: string): Promise<ReadOutcome> => {
    const outcome = toReadOutcome(await readBytes(path));
    const isSame = outcome.kind === 'text' && fingerprint(outcome.text) === hash;
    return isSame ? outcome : { kind: 'unusable', reason: 'unreadable' };
  };

  const remember = (path: string, reading: Promise<BytesOutcome> | BytesOutcome): Promise<ReadOutcome> => {
    const outcome = keep(path, reading);
    known.set(path, outcome);
    return outcome;
  };

  return {
    async read(path) {
      const before = known.get(path);
      if (typeof before === 'string') return readAgain(path, before);
      return before ?? remember(path, readBytes(path));
    },
    prime(path, bytes) {
      if (!known.has(path)) void remember(path, bytes);
    },
  };
}
