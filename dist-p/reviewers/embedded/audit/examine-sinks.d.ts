/** The sink dimensions (D1, D4, D5, D6): every sink recon knows is followed back, and the code around it is examined. */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import { type SinkEvidence } from '../../../protocol/coverage-evidence.ts';
import type { Hotspot } from '../../../protocol/state-transfer.ts';
import type { AuditScene } from './audit-scene.ts';
export interface SinkExamination {
    readonly evidence: SinkEvidence;
    readonly cells: readonly CoverageCell[];
    /** Sinks an entry point reaches and no rule has judged: the next round looks there first. */
    readonly hotspots: readonly Hotspot[];
}
export declare function examineSinks(scene: AuditScene, dimension: SinkEvidence['dimension'], files: readonly IndexedFile[]): Promise<SinkExamination>;
/** That no call was found says something only where calls were looked for. */
export declare function isSearched(scene: Pick<AuditScene, 'isSource' | 'outlined'>, files: readonly {
    path: string;
}[]): boolean;
