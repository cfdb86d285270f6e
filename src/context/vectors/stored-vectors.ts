/**
 * Keeps a vector of every chunk of a branch in the index: makes those that are missing, once for each text, and loads them for a
 * search. Vectors are bytes with one scale each: their order is that of the floats, in a quarter of the room. Called by
 * meaning-search.ts.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { MeaningOptions, VectorModel } from '../../ports/context-store.ts';
import { transact } from '../../storage/sqlite.ts';
import { parsePassage, type StoredPassage } from '../store/passage.ts';

const SCALE_BYTES = 4;
const MAX_BYTE = 127;
/** Segments made in one transaction: a kill loses no more. */
const BATCH = 200;

/** The vector as a scale and bytes, at `at`. */
function packVector(vector: Float32Array, into: Buffer, at: number): void {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / MAX_BYTE;
  into.writeFloatLE(scale, at);
  for (const [i, value] of vector.entries())
    into.writeInt8(scale === 0 ? 0 : Math.round(value / scale), at + SCALE_BYTES + i);
}

function packVectors(texts: readonly string[], model: VectorModel): Buffer {
  const size = SCALE_BYTES + model.dimensions;
  const packed = Buffer.alloc(texts.length * size);
  for (const [i, text] of texts.entries()) packVector(model.embed(text), packed, i * size);
  return packed;
}

interface SegmentKey {
  readonly contentId: number;
  readonly segment: number;
}

/**
 * Makes vectors of the segments of the branch that have none of this model. What was made before an interruption is kept; those of a
 * former model go when all are made.
 */
async function fillVectors(database: DatabaseSync, { model, signal }: MeaningOptions, branch: string): Promise<void> {
  const missing = database
    .prepare(
      `SELECT DISTINCT p.content_id AS contentId, p.segment AS segment
       FROM entry e JOIN doc d ON d.id = e.doc_id JOIN passage p ON p.content_id = d.content_id
       WHERE e.branch = ?1 AND NOT EXISTS (
         SELECT 1 FROM vector v WHERE v.content_id = p.content_id AND v.segment = p.segment AND v.model = ?2)`,
    )
    .all(branch, model.id) as unknown as readonly SegmentKey[];
  if (missing.length === 0) return;
  const find = database.prepare('SELECT chunks, text FROM passage WHERE content_id = ? AND segment = ?');
  const add = database.prepare(
    'INSERT OR REPLACE INTO vector (model, content_id, segment, vectors) VALUES (?, ?, ?, ?)',
  );
  for (let from = 0; from < missing.length; from += BATCH) {
    // Others may want to work too, and the user may want to stop.
    await setImmediate();
    signal.throwIfAborted();
    transact(database, () => {
      for (const { contentId, segment } of missing.slice(from, from + BATCH)) {
        const stored = find.get(contentId, segment) as unknown as StoredPassage | undefined;
        if (stored === undefined) continue;
        const { bytes, chunks } = parsePassage(stored);
        const texts = chunks.map(({ startByte, endByte }) => bytes.toString('utf8', startByte, endByte));
        add.run(model.id, contentId, segment, packVectors(texts, model));
      }
    });
  }
  database.prepare('DELETE FROM vector WHERE model <> ?').run(model.id);
}

/** Vectors one behind the other, with the scale of each. */
export interface PackedVectors {
  readonly scales: Float32Array;
  readonly bytes: Int8Array;
}

/** All vectors of a branch, chunk by chunk. */
export interface BranchVectors {
  readonly paths: readonly string[];
  readonly ofPaths: PackedVectors;
  readonly ofChunks: PackedVectors;
  /** By number of the chunk: its file, its segment, and its number there. */
  readonly files: Int32Array;
  readonly segments: readonly (SegmentKey & { readonly firstChunk: number })[];
  readonly segmentOf: Int32Array;
}

interface VectorRow extends SegmentKey {
  readonly path: string;
  readonly vectors: Uint8Array;
}

/** Vectors as they are stored, put behind each other; `at` is the first that is free. */
function unpackVectors(stored: Uint8Array, { scales, bytes }: PackedVectors, dimensions: number, at: number): number {
  const view = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const size = SCALE_BYTES + dimensions;
  let row = at;
  for (let from = 0; from + size <= view.length; from += size, row += 1) {
    scales[row] = view.readFloatLE(from);
    bytes.set(new Int8Array(stored.buffer, stored.byteOffset + from + SCALE_BYTES, dimensions), row * dimensions);
  }
  return row;
}

const createPacked = (count: number, dimensions: number): PackedVectors => ({
  scales: new Float32Array(count),
  bytes: new Int8Array(count * dimensions),
});

function readVectors(database: DatabaseSync, model: VectorModel, branch: string): BranchVectors {
  const { dimensions } = model;
  const rows = database
    .prepare(
      `SELECT e.path AS path, v.content_id AS contentId, v.segment AS segment, v.vectors AS vectors
       FROM entry e JOIN doc d ON d.id = e.doc_id JOIN vector v ON v.content_id = d.content_id AND v.model = ?2
       WHERE e.branch = ?1 ORDER BY e.path, v.segment`,
    )
    .all(branch, model.id) as unknown as readonly VectorRow[];
  const total = rows.reduce((sum, { vectors }) => sum + Math.floor(vectors.length / (SCALE_BYTES + dimensions)), 0);
  const [files, segmentOf] = [new Int32Array(total), new Int32Array(total)];
  const ofChunks = createPacked(total, dimensions);
  const paths: string[] = [];
  const segments: (SegmentKey & { readonly firstChunk: number })[] = [];
  let at = 0;
  for (const { path, contentId, segment, vectors } of rows) {
    if (paths.at(-1) !== path) paths.push(path);
    const next = unpackVectors(vectors, ofChunks, dimensions, at);
    files.fill(paths.length - 1, at, next);
    segmentOf.fill(segments.length, at, next);
    segments.push({ contentId, segment, firstChunk: at });
    at = next;
  }
  const ofPaths = createPacked(paths.length, dimensions);
  unpackVectors(packVectors(paths, model), ofPaths, dimensions, 0);
  return { paths, ofPaths, ofChunks, files, segments, segmentOf };
}

interface Loaded {
  readonly stamp: string;
  readonly vectors: BranchVectors;
}

/** What the last search over a database loaded; a process that searches again and again reads it once. */
const loaded = new WeakMap<DatabaseSync, Loaded>();

/** Changes whenever this connection or another has written. */
const stampOf = (database: DatabaseSync, model: VectorModel, branch: string): string => {
  const { data_version: others } = database.prepare('PRAGMA data_version').get() ?? {};
  const { own } = database.prepare('SELECT total_changes() AS own').get() ?? {};
  return JSON.stringify([model.id, branch, others, own]);
};

export async function openVectors(
  database: DatabaseSync,
  meaning: MeaningOptions,
  branch: string,
): Promise<BranchVectors> {
  const { model } = meaning;
  const known = loaded.get(database);
  if (known?.stamp === stampOf(database, model, branch)) return known.vectors;
  await fillVectors(database, meaning, branch);
  const vectors = readVectors(database, model, branch);
  loaded.set(database, { stamp: stampOf(database, model, branch), vectors });
  return vectors;
}
