/**
 * What a project depends on, as `name:version` for reconnaissance (FACT-03): exact from lock files, else as the manifest
 * says. Reads every manifest of the snapshot, in scope or not. Never throws; sorted; capped with the rest counted.
 */
import type { Snapshot } from '../../../ports.ts';
import type { ProjectDependency } from '../../../recon/recon.ts';
export interface DependencyList {
    readonly dependencies: readonly ProjectDependency[];
    /** Dependencies and manifests beyond the caps. */
    readonly leftOut: number;
}
export declare function readProjectDependencies(snapshot: Snapshot): Promise<DependencyList>;
