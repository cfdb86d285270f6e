/** The formats by name: every output of the product is a pure function of its document. */
import type { FormatName } from '../protocol/config-schema.ts';
import type { PlanDocument } from '../protocol/plan-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { TerminalOptions } from './terminal-page.ts';
export interface FormatOptions extends TerminalOptions {
    readonly toolVersion?: string;
}
export declare const renderReport: (name: FormatName, report: ReportDocument, options: FormatOptions) => string;
/** Throws ReviewError('bad-value') for a format that only a report has. */
export declare const renderPlan: (name: FormatName, plan: PlanDocument, options: FormatOptions) => string;
