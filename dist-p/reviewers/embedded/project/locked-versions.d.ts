/**
 * Exact versions of what a manifest brings in: from its lock file, or from specs that name one version. Never throws; what
 * is not pinned to a version is left out, because nobody can say whether it is affected.
 */
import type { Snapshot } from '../../../ports.ts';
import type { PackageVersion } from '../../../protocol/osv-advisory.ts';
import type { Manifest } from './package-manifest.ts';
export interface PinnedPackage extends PackageVersion {
    /** Line of the manifest: of the dependency itself, or of the first one where it comes along with others. */
    readonly line: number;
    readonly isDirect: boolean;
}
/** In the order of the lock file, each package and version once. */
export declare function findPinned(path: string, manifest: Manifest, snapshot: Snapshot, paths: ReadonlySet<string>): Promise<readonly PinnedPackage[]>;
