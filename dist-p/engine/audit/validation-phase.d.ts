/**
 * Phase 4: candidates are routed, checked by somebody who did not report them, spot-checked and rated (FACT-08, AUD-23,
 * AUD-32). Every candidate leaves with a decision or with the reason why there is none (CONVERGE-03).
 */
import type { UsageShare } from '../../protocol/signal-build.ts';
import { type ValidationBatch } from '../../protocol/validation-plan.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { type ValidatedFinding } from './rate-findings.ts';
import { type ValidationPorts } from './validation-desk.ts';
export interface Validation {
    readonly status: 'completed' | 'partial';
    readonly findings: readonly ValidatedFinding[];
    readonly batches: readonly ValidationBatch[];
    readonly failedBatches: readonly string[];
    readonly evidence: Readonly<Record<string, string>>;
    readonly usage: UsageShare;
}
export declare function validateFindings(state: AuditState, dive: DeepDive, seed: string, ports: ValidationPorts): Promise<Validation>;
