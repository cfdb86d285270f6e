import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
export declare function prepareAudit(request: AuditRequest, ports: Pick<AuditPorts, 'repository' | 'index' | 'emit' | 'surveyProject'> & {
    readonly signal?: AbortSignal;
}): Promise<AuditState>;
export declare const askedDimensions: ({ dimensions, cells }: AuditRequest) => AuditRequest['dimensions'];
