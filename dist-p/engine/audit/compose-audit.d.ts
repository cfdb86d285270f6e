/** The report document of an audit: pure, from the state, the two late phases and the facts of the run (FACT-11, REPORT-01..04). */
import { type ReportDocument } from '../../protocol/report-document.ts';
import type { AuditParts } from './audit-parts.ts';
export declare function composeAudit(parts: AuditParts): ReportDocument;
