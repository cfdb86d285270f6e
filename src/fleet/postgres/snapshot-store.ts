/**
 * Stores the files of a run in the database once: texts by their hash, compressed, and a manifest that says which path has which text.
 * Workers read these alone; they need no checkout. What does not fit is named in the manifest. Sent by submit-run.ts, read by
 * run-session.ts (stored-repository.ts).
 */
import { z } from 'zod';
import { ReviewError } from '../../errors.ts';
import type { ScopeEntry, SettingsFile, Snapshot } from '../../ports/repository.ts';
import { ignoreReason } from '../../protocol/report/report-document.ts';
import type { Database } from './database.ts';
import { compress, expand, hashBytes, pack, unpack } from './packed.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/u);
const reason = ignoreReason;
const range = z.object({ start: z.int().min(1), end: z.int().min(1) });

const manifestSchema = z.object({
  selection: z.string(),
  branch: z.string().nullable(),
  isChange: z.boolean(),
  warnings: z.array(z.string()),
  entries: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('file'),
        path: z.string(),
        language: z.string().nullable(),
        changed: z.array(range).nullable(),
        broken: z
          .array(z.object({ line: z.int(), module: z.string(), name: z.string().nullable(), from: z.string() }))
          .readonly()
          .optional(),
      }),
      z.object({ kind: z.literal('ignored'), path: z.string(), reason }),
    ]),
  ),
  /** Every path at the head: its text, or why it cannot be read. */
  files: z.record(z.string(), z.union([z.object({ hash, bytes: z.int() }), z.object({ reason })])),
  /** Text before the change, of files in scope that had one. */
  bases: z.record(z.string(), hash),
  /** Settings of the project by the name they were asked for. */
  settings: z.record(z.string(), z.array(z.object({ path: z.string(), text: z.string() }))),
});

export type Manifest = z.infer<typeof manifestSchema>;

export interface SnapshotLimits {
  /** Of the texts together, before they are compressed. */
  readonly maxBytes: number;
}

export const DEFAULT_SNAPSHOT_LIMITS: SnapshotLimits = { maxBytes: 256 * 1024 * 1024 };

export interface SentSnapshot {
  readonly id: string;
  /** Files that agents could have looked at and that were left out, since they did not fit. */
  readonly leftOut: number;
  /** Texts that had to be sent, since the database did not have them. */
  readonly sentTexts: number;
}

export interface SnapshotStore {
  send(snapshot: Snapshot, settings: Manifest['settings'], limits: SnapshotLimits): Promise<SentSnapshot>;
  load(id: string): Promise<Manifest>;
  /** Throws where the text is not there or not the one that was sent. */
  text(hash: string): Promise<string>;
}

const hashRow = z.object({ hash: z.instanceof(Uint8Array) });
const bodyRow = z.object({ body: z.instanceof(Uint8Array) });
const manifestRow = z.object({ manifest: z.instanceof(Uint8Array) });
const BATCH_BYTES = 8 * 1024 * 1024;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** Texts on their way: gathered until a batch is full, sent where the database does not have them. */
function createSender(database: Database) {
  const seen = new Set<string>();
  let batch = new Map<string, string>();
  let batchBytes = 0;
  let sentTexts = 0;
  const flush = async (): Promise<void> => {
    const hashes = [...batch.keys()].map((key) => Buffer.from(key, 'hex'));
    const known = await database.rows(
      hashRow,
      'UPDATE consensus_review.blobs SET used_at = now() WHERE hash = ANY ($1::bytea[]) RETURNING hash',
      [hashes],
    );
    for (const { hash: bytes } of known) batch.delete(Buffer.from(bytes).toString('hex'));
    sentTexts += batch.size;
    await database.run(
      `INSERT INTO consensus_review.blobs (hash, body) SELECT * FROM unnest($1::bytea[], $2::bytea[])
       ON CONFLICT (hash) DO UPDATE SET used_at = now()`,
      [[...batch.keys()].map((key) => Buffer.from(key, 'hex')), [...batch.values()].map(compress)],
    );
    batch = new Map();
    batchBytes = 0;
  };
  return {
    async add(text: string): Promise<string> {
      const key = hashBytes(text);
      if (seen.has(key)) return key;
      seen.add(key);
      batch.set(key, text);
      batchBytes += text.length;
      if (batchBytes > BATCH_BYTES) await flush();
      return key;
    },
    flush,
    hashes: (): readonly Buffer[] => [...seen].map((key) => Buffer.from(key, 'hex')),
    sentTexts: () => sentTexts,
  };
}

async function gather(
  snapshot: Snapshot,
  limits: SnapshotLimits,
  add: (text: string) => Promise<string>,
): Promise<Pick<Manifest, 'entries' | 'files' | 'bases'> & { readonly leftOut: number }> {
  const entries: ScopeEntry[] = [];
  for await (const entry of snapshot.entries()) entries.push(entry);
  const files: Record<string, Manifest['files'][string]> = {};
  const bases: Record<string, string> = {};
  let total = 0;
  let leftOut = 0;
  const keep = async (path: string, isInScope: boolean): Promise<void> => {
    const read = await snapshot.read(path);
    if (read.kind === 'unusable') {
      files[path] = { reason: read.reason };
      return;
    }
    if (total + read.bytes > limits.maxBytes) {
      if (isInScope) throw tooLarge(snapshot.selection, limits);
      leftOut += 1;
      files[path] = { reason: 'too-large' };
      return;
    }
    total += read.bytes;
    files[path] = { hash: await add(read.text), bytes: read.bytes };
  };
  for (const { path, kind } of entries) {
    await keep(path, kind === 'file');
    const base = kind === 'file' && snapshot.isChange ? await snapshot.readBase(path) : null;
    if (base !== null) bases[path] = await add(base);
  }
  for (const path of [...(await snapshot.paths())].sort()) if (!(path in files)) await keep(path, false);
  return { entries: entries.map(copyEntry), files, bases, leftOut };
}

const copyEntry = (entry: ScopeEntry): Manifest['entries'][number] =>
  entry.kind === 'ignored'
    ? { ...entry }
    : {
        ...entry,
        changed: entry.changed === null ? null : entry.changed.map(({ start, end }) => ({ start, end })),
      };

const tooLarge = (selection: string, { maxBytes }: SnapshotLimits): ReviewError =>
  new ReviewError('bad-value', `${selection} is larger than the ${megabytes(maxBytes)} that one run may send.`, {
    advice: 'Review it in parts (paths, --exclude), or without --database.',
  });

export const createSnapshotStore = (database: Database): SnapshotStore => ({
  async send(snapshot, settings, limits) {
    const sender = createSender(database);
    const { leftOut, ...gathered } = await gather(snapshot, limits, sender.add);
    await sender.flush();
    const { selection, branch, isChange, warnings } = snapshot;
    const manifest: Manifest = { selection, branch, isChange, warnings: [...warnings], ...gathered, settings };
    const { bytes, checksum: id } = pack(manifest);
    await database.run(
      `INSERT INTO consensus_review.snapshots (id, manifest, blobs) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET created_at = now()`,
      [id, bytes, sender.hashes()],
    );
    return { id, leftOut, sentTexts: sender.sentTexts() };
  },
  async load(id) {
    const [row] = await database.rows(manifestRow, 'SELECT manifest FROM consensus_review.snapshots WHERE id = $1', [
      id,
    ]);
    if (row === undefined) throw new ReviewError('no-database', `the files of snapshot ${id} were deleted.`);
    return unpack(manifestSchema, row.manifest, `snapshot ${id}`, id);
  },
  async text(key) {
    const [row] = await database.rows(bodyRow, 'SELECT body FROM consensus_review.blobs WHERE hash = $1', [
      Buffer.from(key, 'hex'),
    ]);
    const text = row === undefined ? null : expand(row.body);
    if (text === null || hashBytes(text) !== key)
      throw new ReviewError('no-database', `a text of the run is ${text === null ? 'missing' : 'damaged'} (${key}).`);
    return text;
  },
});

/** Settings that a run asks for by name, as they are here. */
export const readSettingsOf = async (
  names: readonly string[],
  read: (name: string) => Promise<readonly SettingsFile[]>,
): Promise<Manifest['settings']> =>
  Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) =>
          [
            name,
            (await read(name)).filter(({ fault }) => fault === undefined).map(({ path, text }) => ({ path, text })),
          ] as const,
      ),
    ),
  );
