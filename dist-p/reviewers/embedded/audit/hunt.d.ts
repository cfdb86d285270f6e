/** One embedded hunt agent: the analyzers' findings of its dimensions, and the host's own examination of them (HOST-15). */
import type { CoverageCell, HuntResult, HuntTask } from '../../../audit-port.ts';
import type { CoverageEvidence, InapplicabilityEvidence } from '../../../protocol/coverage-evidence.ts';
import { type Dimension } from '../../../protocol/dimension.ts';
import type { ClaimedFinding } from '../../../protocol/finding.ts';
import type { Hotspot } from '../../../protocol/state-transfer.ts';
import type { AuditScene } from './audit-scene.ts';
/** What agents of this audit have examined: a later round takes it as it is. */
export type Examined = {
    readonly dimension: Dimension;
    readonly paths: ReadonlySet<string>;
    readonly result: Promise<Examination>;
}[];
interface Examination {
    readonly evidence: CoverageEvidence;
    readonly cells: readonly CoverageCell[];
    readonly findings?: readonly ClaimedFinding[];
    readonly hotspots?: readonly Hotspot[];
}
export declare function huntEmbedded(task: HuntTask, scene: AuditScene, examined?: Examined): Promise<HuntResult>;
/** Nothing in recon, every pattern of the tables empty: said so, and why (FACT-02). */
export declare function findInapplicable(scene: AuditScene, dimension: Dimension): readonly InapplicabilityEvidence[];
export {};
