/** The control dimensions (D3, D9): every endpoint's guards compared, every workflow followed (FACT-02). */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import type { ControlEvidence } from '../../../protocol/coverage-evidence.ts';
import { type ClaimedFinding } from '../../../protocol/finding.ts';
import type { AuditScene } from './audit-scene.ts';
export interface ControlExamination {
    readonly evidence: ControlEvidence;
    readonly cells: readonly CoverageCell[];
    readonly findings: readonly ClaimedFinding[];
}
export declare function examineControls(scene: AuditScene, dimension: ControlEvidence['dimension'], files: readonly IndexedFile[]): Promise<ControlExamination>;
