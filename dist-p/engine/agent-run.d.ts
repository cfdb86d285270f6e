/**
 * One agent on one assignment: the driver speaks, the host charges, judges and records (HOST-01, MODE, REV-15).
 * Ends with a record whatever the driver does: throw, hang, or claim more than it delivered.
 */
import type { Assignment } from '../ports.ts';
import { type AgentRun, type AgentRunPorts } from './agent-record.ts';
export declare function runAgent(assignment: Assignment, ports: AgentRunPorts): Promise<AgentRun>;
