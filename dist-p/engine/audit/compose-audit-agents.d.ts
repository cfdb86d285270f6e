import type { ReportAgent } from '../../protocol/report-document.ts';
import type { AuditState, HuntRecord } from './audit-state.ts';
export declare const composeAuditAgents: (state: AuditState) => readonly ReportAgent[];
/** Who was stopped by the user, the deadline or a limit of the run did not fail: what it had is in the report. */
export declare const huntStatusOf: ({ result }: HuntRecord) => ReportAgent['status'];
