/**
 * The configuration dimensions (D2, D7, D8, D10). A check is done when its calls were followed or its files analysed and
 * compared; that a file of a telling name exists is never enough (FACT-01).
 */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import type { ConfigEvidence } from '../../../protocol/coverage-evidence.ts';
import type { ClaimedFinding } from '../../../protocol/finding.ts';
import type { AuditScene } from './audit-scene.ts';
export interface SettingsExamination {
    readonly evidence: ConfigEvidence;
    readonly cells: readonly CoverageCell[];
    readonly findings: readonly ClaimedFinding[];
}
export declare function examineSettings(scene: AuditScene, dimension: ConfigEvidence['dimension'], files: readonly IndexedFile[]): Promise<SettingsExamination>;
