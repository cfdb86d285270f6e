/**
 * Writes the built vocabulary of the tokenizer (o200k_base, see token-vocabulary.ts) to a file in the state folder and reads it back,
 * since building it takes longer than counting a small change. A file that is missing or not exactly what was written gives null, and
 * the vocabulary is built again. Called by token-vocabulary.ts.
 */
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** `name` changes whenever the vocabulary or its layout does. */
export function readVocabulary(folder: string, name: string): VocabularyMemory | null {
  try {
    const file = openSync(join(folder, name), 'r');
    try {
      return readShared(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** Read into the memory that is shared: a copy of megabytes takes as long as reading them. */
function readShared(file: number): VocabularyMemory | null {
  const head = Buffer.alloc(HEAD_BYTES);
  if (readSync(file, head, 0, HEAD_BYTES, 0) !== HEAD_BYTES) return null;
  const [magic = 0, slotBytes = 0, tokenBytes = 0, sum = 0] = [0, 4, 8, 12].map((at) => head.readUInt32LE(at));
  if (magic !== MAGIC || fstatSync(file).size !== HEAD_BYTES + slotBytes + tokenBytes) return null;
  const slots = new Uint8Array(new SharedArrayBuffer(slotBytes));
  const tokens = new Uint8Array(new SharedArrayBuffer(tokenBytes));
  if (readSync(file, slots, 0, slotBytes, HEAD_BYTES) !== slotBytes) return null;
  if (readSync(file, tokens, 0, tokenBytes, HEAD_BYTES + slotBytes) !== tokenBytes) return null;
  return crc32(tokens, crc32(slots)) === sum ? { slots: slots.buffer, tokenBytes: tokens.buffer } : null;
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
