/** One hunt agent asked within its time: whatever its driver does, an answer comes back, with what it had where it was stopped. */
import { type HuntResult, type HuntTask } from '../../audit-port.ts';
import type { Snapshot } from '../../ports.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
export type HunterPorts = Pick<AuditPorts, 'driver' | 'openTools' | 'clock' | 'signal'>;
export type HunterRules = Pick<AuditRequest, 'agentTimeoutMs' | 'thresholds'>;
/** Time is the host's: an agent that does not end in it has timed out, whatever it does afterwards. */
export declare function askHunter(task: HuntTask, snapshot: Snapshot, { agentTimeoutMs, thresholds }: HunterRules, { clock, driver, openTools, signal }: HunterPorts): Promise<HuntResult>;
