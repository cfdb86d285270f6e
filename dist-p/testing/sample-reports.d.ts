/**
 * Sample report documents for tests of formats, schemas and doors: a clean run, one with skipped files, a veto over two
 * waves, truncated agents, a change scope, an audit and a repository that tries to talk to the terminal.
 */
import type { PlanDocument } from '../protocol/plan-document.ts';
import type { ReportAgent, ReportDocument, ReportFinding } from '../protocol/report-document.ts';
export declare const buildReport: (said?: Partial<ReportDocument>) => ReportDocument;
export declare const buildAgent: ({ agent, ...said }: Partial<ReportAgent> & Pick<ReportAgent, 'agent'>) => ReportAgent;
export declare const buildFinding: ({ id, severity, ...said }: Partial<ReportFinding> & Pick<ReportFinding, 'id' | 'severity'>) => ReportFinding;
export declare const sampleReports: {
    readonly complete: ReportDocument;
    readonly partial: ReportDocument;
    readonly veto: ReportDocument;
    readonly truncated: ReportDocument;
    readonly change: ReportDocument;
    readonly audit: ReportDocument;
    readonly hostile: ReportDocument;
};
export declare const samplePlan: PlanDocument;
