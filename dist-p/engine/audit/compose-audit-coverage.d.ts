/** Coverage of an audit on its two axes: dimensions, and their files or endpoints, with the follow-up for exactly what is open. */
import type { CoverageCell } from '../../audit-port.ts';
import type { Selection } from '../../ports.ts';
import { type DimensionCoverage } from '../../protocol/dimension.ts';
import type { ReportDocument } from '../../protocol/report-document.ts';
import type { AuditOutcome } from './audit-parts.ts';
import type { AuditState } from './audit-state.ts';
export declare function composeAuditCoverage(state: AuditState, outcome: AuditOutcome): ReportDocument['coverage'];
/** Every file, or endpoint, in every dimension where it matters: where recon saw it, where somebody looked, where something was found. */
export declare function completeCells(state: AuditState): readonly CoverageCell[];
/** `consensus-review audit --cells …` for the open cells, by folder where a folder is open as a whole. */
export declare function suggestCells(state: AuditState, coverage: DimensionCoverage, selection: Selection): readonly string[];
