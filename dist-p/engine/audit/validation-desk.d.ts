/**
 * Where batches of Phase 4 are handed to validators and decisions come back (FACT-08, AUD-32): who may decide what, which
 * decisions count, and what is known of a finding that nobody could decide. Rates nothing.
 */
import type { UndecidedFinding, ValidatorDecision } from '../../audit-port.ts';
import type { UsageShare } from '../../protocol/signal-build.ts';
import { type ValidationBatch } from '../../protocol/validation-plan.ts';
import { type StepNumber } from '../../protocol/validation-steps.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { type Candidate } from './validation-candidates.ts';
/** Who looked at a finding, and how. */
interface Look {
    readonly validator: string;
    readonly method: string;
}
export interface Decision extends ValidatorDecision, Look {
    /** Steps that were asked for and did not pass. */
    readonly openSteps: readonly StepNumber[];
    /** All four passed, asked for or not: what Critical and High need. */
    readonly isWhole: boolean;
}
export type OpenLook = UndecidedFinding & Look;
export type ValidationPorts = Pick<AuditPorts, 'driver' | 'openTools' | 'emit' | 'host' | 'signal'> & Pick<AuditRequest, 'thresholds'>;
export declare class ValidationDesk {
    #private;
    readonly decisions: Map<string, Decision>;
    /** Findings somebody looked at and could not decide. */
    readonly undecided: Map<string, OpenLook>;
    readonly batches: ValidationBatch[];
    readonly failed: string[];
    /** Rejections that do not count for want of contradicting code. */
    readonly held: Set<string>;
    constructor(candidates: readonly Candidate[], state: AuditState, ports: ValidationPorts);
    get usage(): UsageShare;
    /** 4a beside 4c: all batches at once; one that fails is taken over inline, once. */
    run(batches: readonly ValidationBatch[]): Promise<void>;
}
export {};
