/** The deep dive by a model: flows line by line, each step checked against what was delivered (FACT-07, FACT-04). */
import type { AuditDesk, DeepDiveResult, DeepDiveTask } from '../../../audit-port.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
/** The call graph first: a model is asked only about what it leaves open, and takes nothing back. */
export declare function deepenWithModel(task: DeepDiveTask, desk: AuditDesk, signal: AbortSignal, options: ModelAuditorOptions): Promise<DeepDiveResult>;
