/**
 * The built vocabulary as a file in the state folder, since building it takes longer than counting a small change. A file
 * that is not exactly what was written, or cannot be, is no fault: the vocabulary is built again.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../storage/make-folder.ts';

/** Shared as it is with other threads: structured cloning of it copies nothing. */
export interface VocabularyMemory {
  readonly slots: SharedArrayBuffer;
  readonly tokenBytes: SharedArrayBuffer;
}

/** Magic, bytes of the slots, bytes of the tokens, checksum of both: four words. */
const HEAD_BYTES = 16;
const MAGIC = 0x6f32_3030;

const toShared = (bytes: Uint8Array): SharedArrayBuffer => {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
};

/** `name` changes whenever the vocabulary or its layout does. */
export function readVocabulary(folder: string, name: string): VocabularyMemory | null {
  try {
    const file = readFileSync(join(folder, name));
    const [magic, slotBytes, tokenBytes, sum] = [0, 4, 8, 12].map((at) => file.readUInt32LE(at));
    const body = file.subarray(HEAD_BYTES);
    if (slotBytes === undefined || tokenBytes === undefined || magic !== MAGIC) return null;
    if (body.length !== slotBytes + tokenBytes || crc32(body) !== sum) return null;
    return { slots: toShared(body.subarray(0, slotBytes)), tokenBytes: toShared(body.subarray(slotBytes)) };
  } catch {
    return null;
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It was never begun.
  }
}

export function writeVocabulary(folder: string, name: string, { slots, tokenBytes }: VocabularyMemory): void {
  const unfinished = join(folder, `${name}.${process.pid}`);
  try {
    const body = Buffer.concat([new Uint8Array(slots), new Uint8Array(tokenBytes)]);
    const head = Buffer.alloc(HEAD_BYTES);
    const words = [MAGIC, slots.byteLength, tokenBytes.byteLength, crc32(body)];
    for (const [i, word] of words.entries()) head.writeUInt32LE(word, 4 * i);
    makeFolder(folder);
    writeFileSync(unfinished, Buffer.concat([head, body]), { mode: 0o600 });
    renameSync(unfinished, join(folder, name));
  } catch {
    // Next time it is built again; what was written of it must not keep a full disk full.
    removeIfThere(unfinished);
  }
}
