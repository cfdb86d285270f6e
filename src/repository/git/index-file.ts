/**
 * Lists the files of git's index. Its file (versions 2 to 4) is read here, so that git need not be started; git is asked where the file is
 * damaged or holds what only git understands, such as a split or sparse index. Called by session.ts.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPause } from '../../ports/pause.ts';
import { type Git, readGit } from './program.ts';
import { parseTree, type Tree, type TreeEntry } from './trees.ts';

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size stand before the id. */
const MODE_AT = 24;
const ID_AT = 40;
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;
/** Entries between two pauses: some milliseconds. */
const ENTRIES = 4096;

/** `idBytes`: how long ids of objects are. */
export async function readIndex(git: Git, idBytes: number): Promise<Tree> {
  const bytes = await readFile(git.indexFile ?? join(git.dir, 'index')).catch(() => null);
  const read = bytes && (await parseIndexFile(bytes, idBytes));
  return read ?? parseTree(await readGit(git, ['ls-files', '--stage', '-t', '-z', '--']));
}

/** Null where git has to be asked. Never throws. */
export async function parseIndexFile(bytes: Buffer, idBytes: number): Promise<Tree | null> {
  if (bytes.length < HEADER_BYTES + idBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const reader = new EntryReader(bytes, idBytes, version);
  const tree = new Map<string, TreeEntry>();
  const pause = createPause(ENTRIES);
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    const read = reader.next();
    if (read === null) return null;
    tree.set(read.path, read.entry);
  }
  return hasOptionalExtensionsOnly(bytes, reader.at, bytes.length - idBytes) ? tree : null;
}

class EntryReader {
  at = HEADER_BYTES;
  readonly #bytes: Buffer;
  readonly #idBytes: number;
  readonly #version: number;
  #lastName: Buffer = Buffer.alloc(0);

  constructor(bytes: Buffer, idBytes: number, version: number) {
    this.#bytes = bytes;
    this.#idBytes = idBytes;
    this.#version = version;
  }

  next(): { readonly path: string; readonly entry: TreeEntry } | null {
    const bytes = this.#bytes;
    const flagsAt = this.at + ID_AT + this.#idBytes;
    if (flagsAt + 4 > bytes.length) return null;
    const isExtended = (bytes.readUInt16BE(flagsAt) & EXTENDED) !== 0;
    const isAbsent = isExtended && (bytes.readUInt16BE(flagsAt + 2) & SKIP_WORKTREE) !== 0;
    const mode = bytes
      .readUInt32BE(this.at + MODE_AT)
      .toString(8)
      .padStart(6, '0');
    const oid = bytes.toString('hex', this.at + ID_AT, flagsAt);
    const name = this.#readName(flagsAt + (isExtended ? 4 : 2));
    if (name === null) return null;
    this.#lastName = name;
    return { path: name.toString('utf8'), entry: isAbsent ? { mode, oid, isAbsent: true } : { mode, oid } };
  }

  /** Moves behind the entry. Version 4 leaves out what a name begins like the one before it; older ones fill up to eight bytes. */
  #readName(from: number): Buffer | null {
    const kept = this.#version === 4 ? this.#readKept(from) : { start: Buffer.alloc(0), at: from };
    if (kept === null) return null;
    const end = this.#bytes.indexOf(0, kept.at);
    if (end < 0) return null;
    const name = Buffer.concat([kept.start, this.#bytes.subarray(kept.at, end)]);
    this.at = this.#version === 4 ? end + 1 : this.at + ((end - this.at + 8) & ~7);
    return name.length === 0 ? null : name;
  }

  /** How many bytes of the last name are dropped, written as a number of variable length. */
  #readKept(from: number): { readonly start: Buffer; readonly at: number } | null {
    let at = from;
    let byte = this.#bytes[at] ?? 0;
    let dropped = byte & 127;
    while (byte & 128) {
      at += 1;
      byte = this.#bytes[at] ?? 0;
      dropped = (dropped + 1) * 128 + (byte & 127);
      if (dropped > this.#lastName.length) return null;
    }
    if (dropped > this.#lastName.length) return null;
    return { start: this.#lastName.subarray(0, this.#lastName.length - dropped), at: at + 1 };
  }
}

/** An extension that must be understood begins with a small letter. */
function hasOptionalExtensionsOnly(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    const first = bytes[at] ?? 0;
    if (first < 65 || first > 90) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
