/**
 * Reads the text of files on disk so that it stays what it was when it was first read. The first 32 MB are kept, as bytes, outside of
 * the heap; beyond that only a hash is, and a file that has changed since reads as `unreadable` rather than as another text. Called by
 * repository.ts and the scopes in git/.
 */
import { hash } from 'node:crypto';
import type { ReadOutcome } from '../../ports/repository.ts';
import type { BytesOutcome } from './contained-read.ts';
import { decodeText } from './decode-text.ts';

const MAX_KEPT_BYTES = 32_000_000;
/** What keeping a file costs on top of its bytes; without it a hundred thousand tiny files would all be kept. */
const KEEPING_BYTES = 512;

export interface StableReader {
  read(path: string): Promise<ReadOutcome>;
  /** Remembers what was already read of a file that had not been asked for. */
  prime(path: string, bytes: BytesOutcome): void;
}

/** What a path was when it was first read: the outcome itself, or the hash of bytes that were not kept. */
type Known = BytesOutcome | string;

export const toReadOutcome = (outcome: BytesOutcome, path: string): ReadOutcome => {
  if (outcome.kind === 'bytes') return decodeText(outcome.bytes, path);
  return outcome.kind === 'missing' ? { kind: 'unusable', reason: 'unreadable' } : outcome;
};

const fingerprint = (bytes: Buffer): string => hash('sha256', bytes, 'base64');

export function createStableReader(
  readBytes: (path: string) => Promise<BytesOutcome>,
  maxKeptBytes = MAX_KEPT_BYTES,
): StableReader {
  const known = new Map<string, Known | Promise<BytesOutcome>>();
  let keptBytes = 0;

  const keep = (path: string, outcome: BytesOutcome): void => {
    const isKept = outcome.kind !== 'bytes' || keptBytes + outcome.bytes.byteLength <= maxKeptBytes;
    if (isKept && outcome.kind === 'bytes') keptBytes += outcome.bytes.byteLength + KEEPING_BYTES;
    known.set(path, isKept ? outcome : fingerprint(outcome.bytes));
  };

  const readFirst = (path: string): Promise<BytesOutcome> => {
    const reading = readBytes(path);
    known.set(path, reading);
    return reading.then((outcome) => {
      keep(path, outcome);
      return outcome;
    });
  };

  const readAgain = async (path: string, expected: string): Promise<ReadOutcome> => {
    const outcome = await readBytes(path);
    const isSame = outcome.kind === 'bytes' && fingerprint(outcome.bytes) === expected;
    return isSame ? toReadOutcome(outcome, path) : { kind: 'unusable', reason: 'unreadable' };
  };

  return {
    async read(path) {
      const before = known.get(path);
      if (typeof before === 'string') return readAgain(path, before);
      return toReadOutcome(await (before ?? readFirst(path)), path);
    },
    prime(path, outcome) {
      if (!known.has(path)) keep(path, outcome);
    },
  };
}
