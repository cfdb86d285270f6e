/** Phase 3: the agents of a wave at the same time, each in its own branch where the scope is large (SCOPE-09, ISOLATION). */
import type { AgentHost, Branches, Clock, Emit, Snapshot, TokenCounter } from '../ports.ts';
import type { AgentRun } from './agent-record.ts';
import type { WavePlan } from './plan-wave.ts';
import type { OpenTools, ReviewRequest } from './review-request.ts';
export interface DispatchPorts {
    readonly branches: Branches;
    readonly counter: TokenCounter;
    readonly openTools: OpenTools;
    readonly host: AgentHost;
    readonly clock: Clock;
    readonly emit: Emit;
    readonly signal: AbortSignal;
}
/** Results come in the order of the tasks, whoever ends first. */
export declare function dispatchWave(plan: WavePlan, snapshot: Snapshot, request: Pick<ReviewRequest, 'concurrency' | 'thresholds' | 'agentTimeoutMs'>, ports: DispatchPorts): Promise<readonly AgentRun[]>;
