/** What an audit report must admit: cut agents, the gaps they left, lost findings, dimensions not met (REPORT-01..04). */
import { type Dimension, type DimensionCoverage } from './dimension.ts';
export interface TruncatedAgent {
    readonly agentId: string;
    readonly severity: 'mild' | 'severe';
    readonly keptFindings: number;
    /** What the one retry brought; null where there was none. */
    readonly retry: 'completed' | 'truncated' | 'failed' | null;
    readonly dimensions: readonly Dimension[];
}
export interface LostFindings {
    readonly count: number;
    /** True where no checkpoint tells how many there were (AUD-16). */
    readonly isLowerBound: boolean;
}
export interface AuditRecord {
    readonly truncatedAgents: readonly TruncatedAgent[];
    readonly lostFindings: LostFindings;
    readonly coverage: DimensionCoverage;
    /** Why the audit ended early; null where it did not. */
    readonly incompleteReason: string | null;
    /** What dimensions lack, in words. */
    readonly shortfalls?: Readonly<Partial<Record<Dimension, readonly string[]>>>;
    /** False in `quick`, where nothing was validated (AUD-33). */
    readonly validated: boolean;
}
/** How an agent's cut output was recovered: `3 kept`, `output discarded; retry completed`. */
export declare function formatRecovery(agent: TruncatedAgent): string;
/** Dimensions of cut agents that are still open at the end. */
export declare function listTruncationGaps(record: Pick<AuditRecord, 'truncatedAgents' | 'coverage'>): readonly Dimension[];
export declare const formatLostFindings: ({ count, isLowerBound }: LostFindings) => string;
export declare const formatNotMet: (dimension: Dimension, coverage: DimensionCoverage, shortfalls?: readonly string[]) => string;
/** Every limitation as one line of the report; the count of lost findings is always among them. */
export declare function listDisclosures(record: AuditRecord): readonly string[];
