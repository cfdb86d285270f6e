/** A finding of a hunt agent, recorded the moment it is sure of it, with all that the result block would hold (FACT-05). */
import type { HuntTask } from '../../../audit-port.ts';
import type { ToolDescription } from '../../../model-port.ts';
import type { AgentOutput } from '../../../protocol/agent-output.ts';
import type { HuntLog } from './hunt-log.ts';
export declare const REPORT_AUDIT_FINDING: ToolDescription;
export declare function recordFinding(args: unknown, { maxFindings, dimensions, transfer }: Pick<HuntTask, 'maxFindings' | 'dimensions' | 'transfer'>, log: HuntLog): {
    readonly text: string;
    readonly isError: boolean;
};
/**
 * Findings recorded on the way stand, whatever became of the answer: an output that would be discarded is kept for their
 * sake, and what the answer repeats counts once.
 */
export declare function mergeRecorded(output: AgentOutput, log: Pick<HuntLog, 'findings'>, task: Pick<HuntTask, 'agentId'>): AgentOutput;
