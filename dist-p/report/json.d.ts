import type { PlanDocument } from '../protocol/plan-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
export declare const formatJson: (report: ReportDocument) => string;
/** The same document, its keys in the order of the schema. */
export declare const orderReport: (report: ReportDocument) => unknown;
export declare const formatPlanJson: (plan: PlanDocument) => string;
