import type { Finding } from '../protocol/finding.ts';
import type { ReportFinding } from '../protocol/report-document.ts';
import { type Consensus, type Table } from './agree-findings.ts';
import type { Reported } from './reported.ts';
import type { SeatTotal } from './review-state.ts';
export declare const composeFindings: (consensus: Consensus) => readonly ComposedFinding[];
/** A finding with the reports it was merged from. */
export type ComposedFinding = Finding & {
    readonly reports: readonly string[];
};
/** Without a table nobody else was asked: a report from outputs alone. */
export declare function mergeReported(reported: readonly Reported[], table?: Table | null): readonly ComposedFinding[];
/** What an agent recorded over all its waves, each with its veto reason and the agent's weight. */
export declare function reportFindings(total: SeatTotal): readonly Reported[];
export declare const composeFinding: (finding: Finding) => ReportFinding;
