import type { PriceEntry } from '../../protocol/model-prices.ts';
import { type PlanDocument } from '../../protocol/plan-document.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
export interface AuditPlanPorts extends Pick<AuditPorts, 'repository' | 'index' | 'emit' | 'surveyProject'> {
    /** Whether agents are models, and what they cost; null where nobody knows. */
    readonly isModel: boolean;
    readonly price: PriceEntry | null;
}
export declare function planAuditDocument(request: AuditRequest, ports: AuditPlanPorts): Promise<PlanDocument>;
