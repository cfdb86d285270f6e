/** What is wrong with the lock file of a manifest: missing, fetched over open connections, unverified, out of date. */
import type { Snapshot } from '../../../ports.ts';
import { type Manifest } from './package-manifest.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export declare function observeLock(document: TextDocument, manifest: Manifest, snapshot: Snapshot, paths: ReadonlySet<string>): Promise<readonly Observation[]>;
