/**
 * The audit from top to bottom: recon → plan → [ hunt → evaluate → decide ]* → deep dive → validation → report. Start
 * reading here. Every transition goes through `advanceAudit`, which throws on a way that does not exist (CONVERGE-07).
 */
import type { ReportDocument } from '../../protocol/report-document.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
export declare function runAudit(request: AuditRequest, ports: AuditPorts): Promise<ReportDocument>;
