/**
 * Yields the entries of a zip archive in memory one after the other, each with a function that unpacks it (stored or deflated) and checks
 * its size and checksum. Bounds what is unpacked in all, against archives that are made to explode. Used by osv-database.ts and
 * wiring/update-advisories.ts.
 */
import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Throws where the entry is damaged or larger than the limit, or the archive has unpacked more than one that is honest. */
  read(maxBytes: number): Buffer;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ZIP64_COUNT = 0xffff;
const ZIP64_OFFSET = 0xffffffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
/** All advisories of the largest ecosystem are far below. */
const MAX_UNPACKED_BYTES = 8_000_000_000;

/** Throws where it is no zip archive. Ends where the directory ends, however many entries it claims. */
export function* readZip(bytes: Buffer): Generator<ZipEntry> {
  const end = findEnd(bytes);
  let at = findDirectory(bytes, end);
  const count = bytes.readUInt16LE(end + 10);
  const left = { packed: bytes.length, unpacked: MAX_UNPACKED_BYTES };
  for (let i = 0; count === ZIP64_COUNT || i < count; i += 1) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return;
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const start = at;
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    yield { name, read: (maxBytes) => readEntry(bytes, start, maxBytes, left) };
  }
}

function findEnd(bytes: Buffer): number {
  const last = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= last; at -= 1) if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new Error('no zip archive');
}

/** Where the list of entries begins; large archives say it in a record before the end. */
function findDirectory(bytes: Buffer, end: number): number {
  const offset = bytes.readUInt32LE(end + 16);
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (offset !== ZIP64_OFFSET || locator < 0 || bytes.readUInt32LE(locator) !== ZIP64_LOCATOR_SIGNATURE) return offset;
  return Number(bytes.readBigUInt64LE(Number(bytes.readBigUInt64LE(locator + 8)) + 48));
}

interface Left {
  packed: number;
  unpacked: number;
}

function readEntry(bytes: Buffer, at: number, maxBytes: number, left: Left): Buffer {
  const method = bytes.readUInt16LE(at + 10);
  const packed = bytes.readUInt32LE(at + 20);
  const local = bytes.readUInt32LE(at + 42);
  left.packed -= packed + LOCAL_BYTES;
  if (left.packed < 0) throw new Error('its entries have more bytes than the archive');
  const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(start, start + packed);
  const text = unpack(data, method, Math.min(maxBytes, left.unpacked));
  left.unpacked -= text.length;
  if (text.length !== bytes.readUInt32LE(at + 24) || crc32(text) !== bytes.readUInt32LE(at + 16))
    throw new Error('an entry does not have the size and the checksum that the archive names');
  return text;
}

function unpack(data: Buffer, method: number, maxBytes: number): Buffer {
  if (method === STORED && data.length <= maxBytes) return data;
  if (method !== DEFLATED) throw new Error('an entry is packed in a way that is not read here, or too large');
  return inflateRawSync(data, { maxOutputLength: maxBytes });
}
