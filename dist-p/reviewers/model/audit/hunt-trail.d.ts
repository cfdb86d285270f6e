/**
 * What the host saw a model agent do, as evidence: lines that reached it, searches that were answered, flows all of whose
 * steps it has read (HOST-01, HOST-10, FACT-02). What the agent says of itself plays no part, but for where to look next.
 */
import type { AuditDesk, HuntTask, HuntTrail } from '../../../audit-port.ts';
import type { AgentOutput } from '../../../protocol/agent-output.ts';
import type { AuditScene } from '../../embedded/audit/audit-scene.ts';
import type { HuntLog } from './hunt-log.ts';
export declare function leaveTrail(task: HuntTask, desk: AuditDesk, { log, scene, output }: {
    readonly log: HuntLog;
    readonly scene: AuditScene;
    readonly output: AgentOutput;
}): HuntTrail;
