import type { Dimension } from './dimension.ts';
export declare const REGISTRY_STATUSES: readonly ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'TRUNCATED'];
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number];
export declare const OUTPUT_STATUSES: readonly ['COMPLETE', 'TRUNCATED', 'MISSING'];
export type OutputStatus = (typeof OUTPUT_STATUSES)[number];
export interface RegistryRow {
    readonly agentId: string;
    readonly taskId: string;
    readonly status: RegistryStatus;
    readonly round: number;
    readonly assignedDimensions: readonly Dimension[];
    readonly outputStatus: OutputStatus;
    readonly findingsCount: number;
    readonly startedAt: string;
    readonly completedAt: string | null;
    /** Why an agent failed where the status cannot say it, such as `timeout`. */
    readonly reason: string | null;
    readonly retryOf: string | null;
    readonly emergency: boolean;
}
export type AgentRegistry = readonly RegistryRow[];
export declare const isFinished: (row: RegistryRow) => boolean;
/** `agent-r1-01`; numbers above 99 simply grow. */
export declare const formatAgentId: (round: number, number: number) => string;
export interface NewAgent {
    readonly taskId: string;
    readonly round: number;
    readonly dimensions: readonly Dimension[];
    readonly startedAt: string;
    readonly retryOf?: string;
    readonly emergency?: boolean;
}
/** Appends a row; its id is the next number of the round. */
export declare function registerAgent(registry: AgentRegistry, agent: NewAgent): {
    readonly registry: AgentRegistry;
    readonly row: RegistryRow;
};
export type AgentChange = {
    readonly status: 'RUNNING';
    readonly startedAt: string;
} | {
    readonly status: 'COMPLETED';
    readonly completedAt: string;
    readonly findingsCount: number;
} | {
    readonly status: 'TRUNCATED';
    readonly completedAt: string;
    readonly findingsCount: number;
} | {
    readonly status: 'FAILED';
    readonly completedAt: string;
    readonly reason: string;
};
/** Moves one agent on; an unknown agent or an illegal move throws. */
export declare function updateAgent(registry: AgentRegistry, agentId: string, change: AgentChange): AgentRegistry;
export type TaskAnswer = 'completed' | 'running' | 'failed' | 'sibling_error' | 'not_found' | 'timeout' | 'severe_truncation';
/** Only registered tasks are ever asked for (REGISTRY-05). */
export declare const mayQueryTask: (registry: AgentRegistry, taskId: string) => boolean;
export type RetryDecision = {
    readonly kind: 'wait';
} | {
    readonly kind: 'done';
} | {
    readonly kind: 'retry';
    readonly retryOf: string;
    readonly dimensions: readonly Dimension[];
    readonly deferred: readonly Dimension[];
    readonly maxTurns: number;
    /** Findings accepted from the retry; null = no limit. */
    readonly maxFindings: number | null;
}
/** No second retry: the agent counts as timed out and its dimensions as shallow. */
 | {
    readonly kind: 'timed-out';
    readonly shallow: readonly Dimension[];
};
export declare const RETRY_MAX_FINDINGS = 5;
/** One retry per agent and round for any cause; after a severe truncation with half the work (TRUNC-12). */
export declare function decideRetry(registry: AgentRegistry, agentId: string, answer: TaskAnswer, maxTurns: number): RetryDecision;
/** The rows of a round that count: a retried agent is represented by its retry. */
export declare function listFinalAttempts(registry: AgentRegistry, round: number): AgentRegistry;
export type ScanStatus = 'running' | 'completed' | 'partial' | 'absent' | 'failed';
export interface EvaluationReadiness {
    readonly ready: boolean;
    /** Agent ids, `semgrep` or `embedded baseline`. */
    readonly waitingFor: readonly string[];
    /** The scan the evaluation rests on; null where both came to nothing, which the report must say. */
    readonly baseline: 'semgrep' | 'embedded' | null;
}
/** Evaluation waits for every agent of the round and for a baseline scan. */
export declare function checkReadiness(registry: AgentRegistry, round: number, scans: {
    readonly semgrep: ScanStatus;
    readonly embedded: ScanStatus;
}): EvaluationReadiness;
