/**
 * Implements the port `Repository` over the files that were sent with a run: read-only, no checkout, no disk. The selection was
 * resolved by the sender. Opened by run-session.ts.
 */
import type { ReadOutcome, Repository, Snapshot } from '../../ports/repository.ts';
import type { Manifest, SnapshotStore } from './snapshot-store.ts';

/** Texts kept in memory for the agents of a run on this worker. */
const MAX_CACHED_CHARS = 64 * 1024 * 1024;

/** No folder of the worker: nothing of its disk belongs to the run. */
export const STORED_ROOT = '/nonexistent/consensus-review';

function createTextCache(load: (hash: string) => Promise<string>): (hash: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  let chars = 0;
  return (hash) => {
    const known = texts.get(hash);
    if (known !== undefined) return known;
    const loaded = load(hash).then((text) => {
      chars += text.length;
      if (chars > MAX_CACHED_CHARS) {
        texts.clear();
        chars = 0;
      }
      return text;
    });
    loaded.catch(() => texts.delete(hash));
    texts.set(hash, loaded);
    return loaded;
  };
}

export function createStoredRepository(
  manifest: Manifest,
  store: Pick<SnapshotStore, 'text'>,
): Repository & AsyncDisposable {
  const { selection, branch, isChange, warnings, entries, settings } = manifest;
  const files = new Map(Object.entries(manifest.files));
  const bases = new Map(Object.entries(manifest.bases));
  const textOf = createTextCache((hash) => store.text(hash));
  const read = async (path: string): Promise<ReadOutcome> => {
    const file = files.get(path);
    if (file === undefined) return { kind: 'unusable', reason: 'unreadable' };
    if ('reason' in file) return { kind: 'unusable', reason: file.reason };
    return { kind: 'text', text: await textOf(file.hash), bytes: file.bytes };
  };
  const snapshot: Snapshot = {
    selection,
    branch,
    isChange,
    warnings,
    async *entries() {
      yield* entries;
    },
    read,
    async readBase(path) {
      const hash = bases.get(path);
      return hash === undefined ? null : textOf(hash);
    },
    paths: async () => new Set(files.keys()),
    identity: (path) => {
      const file = files.get(path);
      return file !== undefined && 'hash' in file ? `blob ${file.hash}` : null;
    },
  };
  return {
    root: STORED_ROOT,
    open: async () => snapshot,
    readSettings: async (path) => settings[path] ?? [],
    [Symbol.asyncDispose]: async () => undefined,
  };
}
