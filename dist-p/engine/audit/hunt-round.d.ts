/**
 * One round of hunting: every seat gets an agent, every agent a row of the registry, every failure one retry, and a round
 * in which all failed one restart with finer pieces (REGISTRY-04..07, TRUNC-12, TRUNC-13, FAILURE-01..02, AUD-24, AUD-25).
 */
import type { IndexedFile, Snapshot } from '../../ports.ts';
import { type AgentRegistry } from '../../protocol/agent-registry.ts';
import type { Dimension } from '../../protocol/dimension.ts';
import { type HunterPorts, type HunterRules } from './ask-hunter.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { HuntRecord } from './audit-state.ts';
import { type Seat, type TaskFacts } from './plan-audit.ts';
export interface RoundTask {
    readonly facts: TaskFacts;
    readonly seats: readonly Seat[];
    readonly registry: AgentRegistry;
    readonly restartUsed: boolean;
    readonly files: readonly IndexedFile[];
    /** Findings of earlier rounds, for the running number. */
    readonly knownFindings: number;
}
export interface RoundResult {
    readonly registry: AgentRegistry;
    readonly records: readonly HuntRecord[];
    readonly restartUsed: boolean;
    readonly failure: string | null;
}
type HuntPorts = HunterPorts & Pick<AuditPorts, 'host' | 'emit' | 'account'>;
type HuntRules = HunterRules & Pick<AuditRequest, 'concurrency'>;
export declare function huntRound(task: RoundTask, snapshot: Snapshot, request: HuntRules, ports: HuntPorts): Promise<RoundResult>;
/** Dimensions that a later attempt of the round took over from this one. */
export declare function listTakenOver(records: readonly HuntRecord[], record: HuntRecord): readonly Dimension[];
export {};
