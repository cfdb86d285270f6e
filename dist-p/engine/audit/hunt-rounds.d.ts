/**
 * Phase 2 and 2.5: rounds of hunting until the rules converge (ROUND, EVALUATE, CONVERGE, EMERGENCY, TRANSFER). The order
 * within a round is fixed: hunt beside the baseline scan, wait for all, evaluate, decide, hand over.
 */
import type { BaselineScan } from '../../audit-port.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import { type AuditState } from './audit-state.ts';
/** Why the signal is aborted where the audit must not go on: what is there is nobody's report. */
export declare const HALTED = "halt";
export interface HuntStart {
    readonly state: AuditState;
    readonly scan: Promise<BaselineScan>;
    /** Decides samples, the same on a resumed run. */
    readonly seed: string;
}
export declare function huntRounds(start: HuntStart, request: AuditRequest, ports: AuditPorts): Promise<AuditState>;
