/** A Repository over what was sent with the run: read-only, no checkout, no disk. The selection was resolved by the sender. */
import type { Repository } from '../../ports.ts';
import type { Manifest, SnapshotStore } from './snapshot-store.ts';
/** No folder of the worker: nothing of its disk belongs to the run. */
export declare const STORED_ROOT = "/nonexistent/consensus-review";
export declare function createStoredRepository(manifest: Manifest, store: Pick<SnapshotStore, 'text'>): Repository & AsyncDisposable;
