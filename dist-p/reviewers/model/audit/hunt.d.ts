/** A hunt agent that is a model: its conversation, and what the host makes of it (HOST-01, HOST-03, TRUNC-07..12, AUD-18). */
import type { AuditDesk, HuntResult, HuntTask } from '../../../audit-port.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
export declare function huntWithModel(task: HuntTask, desk: AuditDesk, signal: AbortSignal, options: ModelAuditorOptions): Promise<HuntResult>;
