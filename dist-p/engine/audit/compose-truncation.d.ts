/** Cut agents, how each was recovered, and how many findings are known to be lost (REPORT-01..03, AUD-16). */
import { type LostFindings, type TruncatedAgent } from '../../protocol/audit-disclosure.ts';
import type { DimensionCoverage } from '../../protocol/dimension.ts';
import type { ReportDocument } from '../../protocol/report-document.ts';
import type { AuditState } from './audit-state.ts';
export interface DisclosedTruncation extends TruncatedAgent {
    readonly recovery: string;
}
export declare function listTruncated({ hunts }: Pick<AuditState, 'hunts'>): readonly DisclosedTruncation[];
/** Findings begun and not usable, of every output, and those a reduced retry brought beyond its limit. */
export declare function countLost({ hunts }: Pick<AuditState, 'hunts'>): LostFindings;
export declare const composeTruncation: (state: AuditState, coverage: DimensionCoverage) => ReportDocument['truncation'];
